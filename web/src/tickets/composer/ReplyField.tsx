import { Textarea } from '@mantine/core';
import { useImperativeHandle, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing, isEnter } from '../../ui/enter';
import classes from './Composer.module.css';
import { useRichPart } from './rich/useRichPart';
import type { WritingField } from './suggest/field';
import type { Suggest } from './suggest/useSuggest';
import type { ComposerState } from './useComposer';

export interface ReplyFieldProps {
  state: ComposerState;
  field: RefObject<WritingField | null>;
  suggest: Suggest;
  placeholder: string;
}

/** Escape drops the quote first, and leaves the field then. */
export function leaveField({ state, field }: Pick<ReplyFieldProps, 'state' | 'field'>): void {
  if (state.reply !== null) state.setReply(null);
  else field.current?.blur();
}

/** A text box; until the editor is there that formats, it `waits` for it. */
function PlainField({ waits, box, ...props }: ReplyFieldProps & { waits: boolean; box: RefObject<HTMLTextAreaElement | null> }) {
  const { state, field, suggest, placeholder } = props;
  const { t } = useTranslation();
  useImperativeHandle<WritingField | null, WritingField | null>(field, () => box.current);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || suggest.takesKey(event)) return;
    // In the editor Enter begins a line, and so it does where that is on its way.
    if (isEnter(event) && !event.shiftKey && !event.altKey && (!state.rich || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      state.send();
    }
    if (event.key === 'Escape') leaveField(props);
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    state.add(files);
  }

  return (
    <Textarea
      ref={box}
      variant="unstyled"
      autosize
      minRows={2}
      maxRows={12}
      value={state.text}
      // Formatting is not lost by typing before the editor that shows it is there.
      readOnly={waits && state.html !== null}
      onChange={(event) => {
        state.setText(event.currentTarget.value);
        suggest.moved(event.currentTarget.selectionStart);
      }}
      onFocus={(event) => suggest.moved(event.currentTarget.selectionStart)}
      onSelect={(event) => suggest.moved(event.currentTarget.selectionStart)}
      onBlur={() => suggest.moved(null)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      placeholder={placeholder}
      aria-label={t('composer.label')}
      {...suggest.aria}
      aria-invalid={state.blocked === 'too_long'}
      classNames={{ input: classes['input'] ?? '' }}
      data-waits={waits || undefined}
      dir="auto"
    />
  );
}

/** Where the words of an answer are typed: with formatting where the channel takes it, in a text box elsewhere. */
export function ReplyField(props: ReplyFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { part, waits } = useRichPart(props.state.rich, box);
  const plain = <PlainField {...props} waits={waits} box={box} />;
  return part === null ? plain : <part.RichReply {...props} instead={plain} />;
}
