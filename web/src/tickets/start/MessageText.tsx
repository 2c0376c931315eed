import { Textarea } from '@mantine/core';
import { useRef, type ClipboardEvent } from 'react';
import { useRichPart } from '../composer/rich/useRichPart';
import classes from './start.module.css';
import { useTexts } from './texts';
import type { StartForm } from './useStart';

interface Props {
  form: StartForm;
  autoFocus: boolean;
  describedBy: string | undefined;
  /** Undefined where the channel takes none. */
  onFiles: ((files: readonly File[]) => void) | undefined;
}

const nothing = () => undefined;

/** The words of a first message: with formatting where the channel takes it, in a text box elsewhere. */
export function MessageText({ form, autoFocus, describedBy, onFiles }: Props) {
  const { t } = useTexts();
  const { draft, faults, max, progress, change } = form;
  const box = useRef<HTMLTextAreaElement>(null);
  const { part, waits } = useRichPart(form.rich, box);

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || onFiles === undefined) return;
    event.preventDefault();
    onFiles(pasted);
  }

  if (part?.fitsEditor(draft.text) === true) {
    return (
      <part.RichField
        value={draft}
        onChange={({ text, html }) => change({ text, html })}
        max={max}
        label={t('message')}
        placeholder=""
        invalid={faults['message'] !== undefined}
        describedBy={describedBy}
        autoFocus={autoFocus}
        disabled={progress !== null}
        minHeight={116}
        // The window around it knows these keys.
        onSend={nothing}
        onEscape={nothing}
        onFiles={onFiles ?? nothing}
      />
    );
  }
  return (
    <Textarea
      ref={box}
      variant="unstyled"
      autosize
      minRows={5}
      maxRows={14}
      autoFocus={autoFocus}
      value={draft.text}
      readOnly={waits && draft.html !== null}
      onChange={(event) => change({ text: event.currentTarget.value, html: null })}
      onPaste={onPaste}
      aria-label={t('message')}
      aria-invalid={faults['message'] !== undefined}
      aria-describedby={describedBy}
      classNames={{ input: classes['input'] ?? '' }}
      dir="auto"
    />
  );
}
