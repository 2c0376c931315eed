import { ActionIcon, Button } from '@mantine/core';
import { IconKey, IconLock, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { useSession } from '../session/store';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { KeyForm } from './KeyForm';
import type { ApiKey, NewApiKey } from './model';
import own from './integrations.module.css';
import { SecretPanel } from './SecretPanel';
import { useTexts } from './texts';

/** The keys with which programs call the API. */
export function KeysSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Keys />;
}

function Keys() {
  const { t } = useTexts();
  const [form, setForm] = useOpenForm<never>('api-keys');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => api.get('/api/keys', { signal }),
  });
  if (made !== null) {
    return (
      <SecretPanel title={t('key.made', { name: made.name })} text={t('key.header')} value={made.word} onDone={() => setMade(null)} />
    );
  }
  if (form !== null) {
    return (
      <KeyForm
        onCancel={() => setForm(null)}
        onMade={(key) => {
          setForm(null);
          setMade(key);
          void refetch();
        }}
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('key.load_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setForm('new')}>
      {t('key.add')}
    </Button>
  );
  if (data.length === 0) {
    return <EmptyPlace icon={<IconKey size={20} stroke={1.5} />} title={t('key.empty')} text={t('key.empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('key.about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.map((key) => (
          <Line key={key.id} one={key} onGone={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

function Line({ one, onGone }: { one: ApiKey; onGone: () => void }) {
  const { t } = useTexts();
  const { name, prefix, user, created_at: made, last_used_at: used } = one;

  async function revoke(): Promise<void> {
    try {
      await api.delete('/api/keys/{id}', { path: { id: one.id } });
    } catch {
      toastError(t('key.remove_failed'));
    }
    onGone();
  }

  return (
    <li className={classes['row']}>
      <div className={own['still']}>
        <span className={classes['name']}>
          <span>{name}</span>
          {one.scopes.map((scope) => (
            <Chip key={scope} {...(scope === 'admin' ? { tone: 'warn' as const } : {})}>
              {t(`key.scope.${scope}`)}
            </Chip>
          ))}
        </span>
        <span className={own['meta']}>
          {t('key.meta', { prefix, user, at: fullTime(made) })} · {used == null ? t('key.unused') : t('key.used', { at: fullTime(used) })}
        </span>
      </div>
      <ActionIcon
        className={classes['side'] ?? ''}
        aria-label={t('key.remove', { name })}
        onClick={() =>
          openDialog({
            title: t('key.remove_title', { name }),
            text: t('key.remove_text'),
            confirm: { label: t('key.remove_confirm'), danger: true, run: () => void revoke() },
          })
        }
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
