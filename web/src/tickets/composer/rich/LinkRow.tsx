import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type KeyboardEvent } from 'react';
import { isComposing, isEnter } from '../../../ui/enter';
import { addressOf, shownAddress } from './address';
import classes from './rich.module.css';
import { useTexts } from './texts';

interface Props {
  editor: Editor;
  onClose: () => void;
}

/** Makes a link of the selection, or changes or removes the one at the caret. */
function setLink(editor: Editor, href: string): void {
  editor.view.focus();
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link')) {
    editor.chain().insertContent({ type: 'text', text: shownAddress(href), marks: [{ type: 'link', attrs: { href } }] }).run();
  } else editor.chain().extendMarkRange('link').setLink({ href }).run();
}

/** Where the address of a link is typed. */
export function LinkRow({ editor, onClose }: Props) {
  const { t } = useTexts();
  const [known] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [typed, setTyped] = useState(known);
  const [faulty, setFaulty] = useState(false);

  function close(): void {
    onClose();
    editor.view.focus();
  }
  function apply(): void {
    const href = addressOf(typed);
    setFaulty(href === null);
    if (href === null) return;
    setLink(editor, href);
    onClose();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (isEnter(event) && event.target instanceof HTMLInputElement) apply();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div role="group" aria-label={t('tool.link')} className={classes['link']} onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        type="url"
        inputMode="url"
        autoFocus
        aria-label={t('link.address')}
        placeholder="https://"
        value={typed}
        error={faulty ? t('link.bad') : null}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFaulty(false);
        }}
      />
      <Button size="compact-sm" onClick={apply}>
        {t(known === '' ? 'link.add' : 'link.save')}
      </Button>
      {known === '' ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            editor.view.focus();
            editor.chain().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          {t('link.remove')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
        {t('link.cancel')}
      </Button>
    </div>
  );
}
