import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../../ui/enter';
import { leaveField, type ReplyFieldProps } from '../ReplyField';
import { fitsEditor } from './fits';
import { RichField } from './RichField';

export interface RichReplyProps extends ReplyFieldProps {
  /** For a text that is too large for the editor. */
  instead: ReactNode;
}

/** The editor of formatted text in the composer of a reply. */
export function RichReply({ instead, ...props }: RichReplyProps) {
  const { state, field, suggest, placeholder } = props;
  const { t } = useTranslation();
  if (!fitsEditor(state.text)) return instead;
  return (
    <RichField
      ref={field}
      value={state}
      onChange={state.setRichText}
      max={state.max}
      label={t('composer.label')}
      placeholder={placeholder}
      invalid={state.blocked === 'too_long'}
      suggest={suggest}
      onSend={state.send}
      onEscape={() => leaveField(props)}
      onFiles={state.add}
    />
  );
}

export { fitsEditor } from './fits';
export { outgoingHtml } from './html';
export { RichField } from './RichField';

/** Calls at once, or where an input method may put a word together in the box, after it. */
export function afterWord(box: HTMLTextAreaElement, run: () => void): void {
  if (document.activeElement !== box || box.value === '') {
    run();
    return;
  }
  const end = (event: Event) => {
    if (event instanceof KeyboardEvent && isComposing(event)) return;
    for (const name of ['keydown', 'blur']) box.removeEventListener(name, end);
    // Behind what the key types.
    setTimeout(run);
  };
  for (const name of ['keydown', 'blur']) box.addEventListener(name, end);
}
