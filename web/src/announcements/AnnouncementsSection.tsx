import { Button } from '@mantine/core';
import { IconLock, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { Announcement } from '../api/types';
import { onEvent } from '../realtime/apply';
import { useSession } from '../session/store';
import { fullTime } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { useNow } from '../ui/useNow';
import { AnnouncementForm } from './AnnouncementForm';
import { useTexts } from './texts';

const TONES = { info: 'good', warning: 'warn', critical: 'bad' } as const;

/** What the account's admins tell everybody. */
export function AnnouncementsSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Announcements />;
}

function Announcements() {
  const { t } = useTexts();
  const [edited, setEdited] = useOpenForm<Announcement>('announcements');
  const { data, error, refetch } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => api.get('/api/announcements', { signal }),
  });
  useEffect(() => onEvent('announcements', () => void refetch()), [refetch]);
  if (edited !== null) {
    return (
      <AnnouncementForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (data.length === 0) {
    return <EmptyPlace icon={<IconSpeakerphone size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('about')}>{add}</KeptHead>
      <ul className={classes['rows']}>
        {data.map((one) => (
          <Line key={one.id} one={one} onOpen={() => setEdited(one)} onGone={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

function Line({ one, onOpen, onGone }: { one: Announcement; onOpen: () => void; onGone: () => void }) {
  const { t } = useTexts();
  const now = useNow();
  const by = useAgents((state) => nameOf(one.by, state.names));
  const { from, until } = one;
  const state = from > now ? 'to_come' : until != null && until <= now ? 'over' : 'shown';
  const times = until == null ? t('since', { from: fullTime(from) }) : t('span', { from: fullTime(from), until: fullTime(until) });

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/announcements/{id}', { path: { id: one.id } });
    } catch {
      toastError(t('remove_failed'));
    }
    onGone();
  }

  return (
    <KeptRow
      name={one.text}
      meta={`${times} · ${by}`}
      chips={
        state === 'shown' ? (
          <Chip tone={TONES[one.level as keyof typeof TONES]}>{t(`level.${one.level}`)}</Chip>
        ) : (
          <Chip>{t(`state.${state}`)}</Chip>
        )
      }
      onOpen={onOpen}
      remove={{
        label: t('remove', { text: one.text }),
        title: t('remove_title'),
        text: one.text,
        confirm: t('remove_confirm'),
        run: () => void remove(),
      }}
    />
  );
}
