import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { calls } from '../calls';
import type { Channel } from '../model';
import { useTexts } from '../texts';
import classes from './parts.module.css';

interface Props {
  channel: Channel;
  onRemoved: () => void;
}

/** Removing cannot be undone, so the channel's name is typed first. */
export function RemoveChannel({ channel, onRemoved }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <section className={classes['danger']}>
      <div>
        <h2 className={classes['dangerTitle']}>{t('danger.title')}</h2>
        <p className={classes['dim']}>{t('danger.text')}</p>
      </div>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        {t('danger.button')}
      </Button>
      {open ? <Confirm channel={channel} onClose={() => setOpen(false)} onRemoved={onRemoved} /> : null}
    </section>
  );
}

function Confirm({ channel, onClose, onRemoved }: Props & { onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const matches = typed.trim() === channel.name;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await calls.remove(channel.id);
      onRemoved();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('danger.confirm_title', { name: channel.name })}
      closeButtonProps={{ 'aria-label': t('action.close', { ns: 'translation' }) }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) void remove();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('danger.text')}</Text>
          <TextInput
            label={t('danger.confirm_text')}
            placeholder={channel.name}
            value={typed}
            error={failure === null ? null : `${t('danger.failed')}: ${failure}`}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel', { ns: 'translation' })}
            </Button>
            <Button type="submit" color="red" disabled={!matches} loading={busy}>
              {t('danger.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
