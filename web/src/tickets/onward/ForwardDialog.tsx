import { Button, Checkbox, Group, Modal, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import type { Message, TicketInfo } from '../../api/types';
import { problemText } from '../../ui/ErrorPlace';
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

/** To whom a message or a conversation goes, and with which words. */
export function ForwardDialog({ info, message, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  // The same letter however often it is sent.
  const [queueId] = useState(newQueueId);
  const [to, setTo] = useState<string[]>([]);
  const [cc, setCc] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [files, setFiles] = useState(true);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const hasFiles = message === null ? info.attachment : message.attachments.length > 0;

  async function send(): Promise<void> {
    if (busy) return;
    setFailure(null);
    const bad = (list: readonly string[]) => list.find((one) => !isAddress(one));
    const found: Record<string, string> = {};
    for (const [name, list] of Object.entries({ to, cc })) {
      const wrong = bad(list);
      if (wrong !== undefined) found[name] = t('mail.bad', { address: wrong });
    }
    if (to.length === 0) found['to'] = t('forward.nobody');
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const id = message === null ? null : Number(message.id);
      await forward(info.id, { message_id: id, to, cc, text, files: files && hasFiles, queue_id: queueId });
      onClose();
    } catch (thrown) {
      const problem = asProblem(thrown);
      const { to: forTo, cc: forCc, ...others } = problem.fields;
      setFaults({ ...(forTo === undefined ? {} : { to: forTo }), ...(forCc === undefined ? {} : { cc: forCc }) });
      const other = Object.values(others)[0];
      if (forTo === undefined && forCc === undefined) setFailure(other ?? problemText(problem, common));
    }
    setBusy(false);
  }

  const addresses = (name: 'to' | 'cc', value: string[], set: (value: string[]) => void) => (
    <TagsInput
      label={t(`mail.${name}`)}
      placeholder={value.length === 0 ? t('forward.hint') : ''}
      value={value}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      disabled={busy}
      error={faults[name]}
      onChange={set}
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
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {message === null || message.message === '' ? null : <blockquote className={classes['quote']}>{message.message.slice(0, 240)}</blockquote>}
        {addresses('to', to, setTo)}
        {addresses('cc', cc, setCc)}
        <Textarea
          label={t('forward.text')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={20_000}
          disabled={busy}
          value={text}
          error={faults['text']}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {hasFiles ? (
          <Checkbox label={t('forward.files')} checked={files} disabled={busy} onChange={(event) => setFiles(event.currentTarget.checked)} />
        ) : null}
        <p className={classes['about']}>{t('forward.about')}</p>
        {failure === null ? null : (
          <p role="alert" className={classes['failure']}>
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" disabled={busy} onClick={onClose}>
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
