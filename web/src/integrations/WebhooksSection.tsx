import { Button } from '@mantine/core';
import { IconLock, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { stateOf, TONES, type NewWebhook, type Webhook } from './model';
import { SecretPanel } from './SecretPanel';
import { useTexts } from './texts';
import { WebhookForm } from './WebhookForm';

/** The addresses that are told what happens. */
export function WebhooksSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Webhooks />;
}

function Webhooks() {
  const { t } = useTexts();
  const [edited, setEdited] = useOpenForm<Webhook>('webhooks');
  const [made, setMade] = useState<NewWebhook | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.get('/api/webhooks', { signal }),
  });
  if (made !== null) {
    return <SecretPanel title={t('hook.secret')} text={t('hook.secret_text')} value={made.secret} onDone={() => setMade(null)} />;
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('hook.load_failed')} onRetry={() => void refetch()} />;
  }
  function close(): void {
    setEdited(null);
    void refetch();
  }
  if (edited !== null) {
    return (
      <WebhookForm
        known={edited === 'new' ? null : edited}
        events={data.events}
        onDone={close}
        onMade={(hook) => {
          close();
          setMade(hook);
        }}
      />
    );
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('hook.add')}
    </Button>
  );
  if (data.webhooks.length === 0) {
    return <EmptyPlace icon={<IconWebhook size={20} stroke={1.5} />} title={t('hook.empty')} text={t('hook.empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('hook.about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.webhooks.map((hook) => (
          <Line key={hook.id} hook={hook} onOpen={() => setEdited(hook)} onGone={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

function Line({ hook, onOpen, onGone }: { hook: Webhook; onOpen: () => void; onGone: () => void }) {
  const { t } = useTexts();
  const state = stateOf(hook);
  const tone = TONES[state];

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/webhooks/{id}', { path: { id: hook.id } });
    } catch {
      toastError(t('hook.remove_failed'));
    }
    onGone();
  }

  return (
    <KeptRow
      name={hook.url}
      meta={t('hook.meta', { count: hook.events.length })}
      chips={<Chip {...(tone === undefined ? {} : { tone })}>{t(`hook.state.${state}`)}</Chip>}
      onOpen={onOpen}
      remove={{
        label: t('hook.remove', { url: hook.url }),
        title: t('hook.remove_title'),
        text: t('hook.remove_text'),
        confirm: t('hook.remove_confirm'),
        run: () => void remove(),
      }}
    />
  );
}
