import { Button, TextInput } from '@mantine/core';
import { IconMessage2Bolt, IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { useReplies } from '../api/replies';
import type { CannedReply } from '../api/types';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptRow, KeptSkeleton } from '../ui/Kept';
import classes from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { mayChange, matching } from './model';
import { ReplyForm } from './ReplyForm';
import { useTexts } from './texts';

/** The canned replies of the desk and one's own. */
export function RepliesSection() {
  const { t } = useTexts();
  const { phase, problem, replies, load } = useReplies();
  const [edited, setEdited] = useOpenForm<CannedReply>('replies');
  const [search, setSearch] = useState('');
  useEffect(() => {
    void load();
  }, [load]);
  if (edited !== null) return <ReplyForm known={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />;
  if (problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void load()} />;
  }
  if (phase !== 'ready') return <KeptSkeleton label={t('loading')} />;
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (replies.length === 0) {
    return <EmptyPlace icon={<IconMessage2Bolt size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />;
  }
  const found = matching(replies, search);
  return (
    <>
      <p className={classes['about']}>{t('about')}</p>
      <div className={classes['head']}>
        <TextInput
          className={classes['grow'] ?? ''}
          size="xs"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={14} stroke={1.5} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {add}
      </div>
      {found.length === 0 ? (
        <p className={classes['none']} role="status">
          {t('none_found')}
        </p>
      ) : (
        <ul className={classes['rows']}>
          {found.map((reply) => (
            <Line key={reply.id} reply={reply} onOpen={() => setEdited(reply)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ reply, onOpen }: { reply: CannedReply; onOpen: () => void }) {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const { load } = useReplies();

  async function remove(): Promise<void> {
    try {
      await api.delete('/api/replies/{id}', { path: { id: reply.id } });
    } catch {
      toastError(t('remove_failed'));
    }
    await load();
  }

  return (
    <KeptRow
      name={reply.title}
      meta={`/${reply.shortcut} · ${t('uses', { count: reply.uses })} · ${reply.text.replace(/\s+/g, ' ')}`}
      chips={<Chip {...(reply.shared ? { tone: 'good' as const } : {})}>{t(reply.shared ? 'shared' : 'own')}</Chip>}
      onOpen={onOpen}
      {...(mayChange(reply, isAdmin)
        ? {
            remove: {
              label: t('remove', { title: reply.title }),
              title: t('remove_title', { title: reply.title }),
              text: t(reply.shared ? 'remove_shared' : 'remove_own'),
              confirm: t('remove_confirm'),
              run: () => void remove(),
            },
          }
        : {})}
    />
  );
}
