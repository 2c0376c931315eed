import { Button, Checkbox, Group, Modal, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, TicketInfo } from '../../api/types';
import { useSession } from '../../session/store';
import { useDraft } from '../../ui/useDraft';
import { isAddress } from '../composer/head';
import { newQueueId } from '../composer/outbox';
import { useTexts } from '../texts';
import { forward } from './onward';
import classes from './onward.module.css';

interface Props {
  info: TicketInfo;
  /** Null for the whole conversation. */
  message: Message | null;
  onClose: () => void;
}

const NOBODY: string[] = [];
const FIELDS = ['to', 'cc', 'text'];

/** To whom a message or a conversation goes, and with which words. */
export function ForwardDialog({ info, message, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const person = useSession((state) => state.session?.username ?? '');
  // The same letter however often it is sent.
  const [id] = useState(newQueueId);
  const { draft, busy, faults, failure, form, change, send, leave } = useDraft(
    `forward-${info.id}-${message?.id ?? 'all'}`,
    { to: NOBODY, cc: NOBODY, text: '', files: true, queueId: id },
    person,
  );
  const hasFiles = message === null ? info.attachment : message.attachments.length > 0;

  /** What keeps it from being sent, by the field's name. */
  function wrong(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const name of ['to', 'cc'] as const) {
      const bad = draft[name].find((one) => !isAddress(one));
      if (bad !== undefined) found[name] = t('mail.bad', { address: bad });
    }
    if (draft.to.length === 0) found['to'] = t('forward.nobody');
    return found;
  }

  async function run(): Promise<void> {
    if (busy) return;
    const { to, cc, text, queueId } = draft;
    const letter = { message_id: message === null ? null : Number(message.id), to, cc, text, files: draft.files && hasFiles, queue_id: queueId };
    const sent = await send(async () => {
      await forward(info.id, letter);
      return true;
    }, wrong());
    if (sent !== null) onClose();
  }

  const beside = FIELDS.some((name) => name in faults);
  const other = Object.values(faults)[0] ?? failure;

  const addresses = (name: 'to' | 'cc') => (
    <TagsInput
      label={t(`mail.${name}`)}
      placeholder={draft[name].length === 0 ? t('forward.hint') : ''}
      value={draft[name]}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      // There is nothing to choose from; a list that only counts as open would take the first Escape.
      dropdownOpened={false}
      disabled={busy}
      error={faults[name]}
      onChange={(value) => change({ [name]: value })}
      {...(name === 'to' ? { 'data-autofocus': true } : {})}
    />
  );

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(message === null ? 'forward.title_all' : 'forward.title')}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <form
        ref={form}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {message === null || message.message === '' ? null : <blockquote className={classes['quote']}>{message.message.slice(0, 240)}</blockquote>}
        {addresses('to')}
        {addresses('cc')}
        <Textarea
          label={t('forward.text')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={20_000}
          disabled={busy}
          value={draft.text}
          error={faults['text']}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {hasFiles ? (
          <Checkbox label={t('forward.files')} checked={draft.files} disabled={busy} onChange={(event) => change({ files: event.currentTarget.checked })} />
        ) : null}
        <p className={classes['about']}>{t('forward.about')}</p>
        {beside || other === null ? null : (
          <p role="alert" className={classes['failure']}>
            {other}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" disabled={busy} onClick={() => leave(onClose)}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" size="xs" loading={busy}>
            {t('forward.run')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
