import { Button, Group, Textarea } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, SendRules } from '../../api/types';
import { asProblem } from '../../api/problem';
import { isComposing, isEnter } from '../../ui/enter';
import { releaseFocus, returnFocus } from '../../ui/savingFocus';
import { problemText } from '../../ui/ErrorPlace';
import { textMax } from '../composer/rules';
import { editMessage } from './edits';

interface Props {
  message: Message;
  rules: SendRules;
  onDone: () => void;
}

/** A sent text being changed, in its own place; what the provider says stands below it. */
export function EditForm({ message, rules, onDone }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(message.message);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const max = textMax(rules, message.attachments.length > 0);
  const over = max === null ? 0 : Array.from(text).length - max;
  const same = text.trim() === message.message.trim();

  async function save(): Promise<void> {
    if (busy || same || text.trim() === '' || over > 0) return;
    setBusy(true);
    releaseFocus(field.current);
    setFailure(null);
    try {
      await editMessage(message, text.trim());
      onDone();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), t));
      setBusy(false);
      returnFocus(field.current);
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onDone();
    if (isEnter(event) && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  }
  const error = failure ?? (over > 0 && max !== null ? t('composer.too_long', { count: over, max }) : null);
  return (
    <div style={{ minWidth: 'min(360px, 70vw)' }}>
      <Textarea
        autosize
        minRows={1}
        maxRows={10}
        value={text}
        error={error}
        readOnly={busy}
        ref={field}
        autoFocus
        aria-label={t('message.edit_label')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" justify="flex-end" mt={6}>
        <Button size="compact-xs" variant="default" onClick={onDone}>
          {t('action.cancel')}
        </Button>
        <Button size="compact-xs" loading={busy} disabled={same || text.trim() === '' || over > 0} onClick={() => void save()}>
          {t('action.save')}
        </Button>
      </Group>
    </div>
  );
}
