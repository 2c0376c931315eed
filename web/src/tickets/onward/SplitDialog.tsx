import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import type { Message, TicketInfo } from '../../api/types';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import classes from './onward.module.css';
import { split } from './onward';

interface Props {
  info: TicketInfo;
  /** The first one that goes. */
  message: Message;
  onClose: () => void;
}

/** What the ticket of a message and the later ones is called, and why there is one. */
export function SplitDialog({ info, message, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [title, setTitle] = useState('');
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await split(info.id, { message_id: Number(message.id), title: title.trim(), why: why.trim() });
      onClose();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      // What was typed is not lost to one key or a click beside it.
      closeOnEscape={title === '' && why === ''}
      closeOnClickOutside={title === '' && why === ''}
      title={t('split.title', { number: info.ticket_number })}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {message.message === '' ? null : <blockquote className={classes['quote']}>{message.message.slice(0, 240)}</blockquote>}
        <p className={classes['about']}>{t('split.about')}</p>
        <TextInput
          data-autofocus
          label={t('split.name')}
          placeholder={info.title}
          maxLength={120}
          disabled={busy}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label={t('split.why')}
          maxLength={500}
          disabled={busy}
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
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
            {t('split.run')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
