import { ActionIcon } from '@mantine/core';
import { IconLock, IconMoodPlus, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { api } from '../api/client';
import { offered, useCustomEmoji, type CustomEmoji } from '../api/emoji';
import { useSession } from '../session/store';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { KeptSkeleton } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { EmojiForm } from './EmojiForm';
import classes from './emoji.module.css';
import { useTexts } from './texts';

/** The desk's own emoji: a form above those that there are. */
export function EmojiSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const { phase, problem, emoji, load } = useCustomEmoji();
  useEffect(() => {
    if (isAdmin) void load();
  }, [isAdmin, load]);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  if (problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void load()} />;
  }
  if (phase !== 'ready') return <KeptSkeleton label={t('loading')} />;
  const shown = offered(emoji);
  return (
    <>
      <p className={kept['about']}>{t('about')}</p>
      <EmojiForm />
      {shown.length === 0 ? (
        <div>
          <EmptyPlace compact icon={<IconMoodPlus size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />
        </div>
      ) : (
        <ul className={classes['list']} aria-label={t('list')}>
          {shown.map((one) => (
            <One key={one.id} one={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function One({ one }: { one: CustomEmoji }) {
  const { t } = useTexts();
  async function remove(): Promise<void> {
    try {
      await api.delete('/api/emoji/custom/{id}', { path: { id: one.id } });
    } catch {
      toastError(t('remove_failed'));
    }
    await useCustomEmoji.getState().load();
  }
  return (
    <li className={classes['one']}>
      <img className={classes['picture']} src={one.url} alt="" />
      <span className={classes['name']} title={one.name}>
        {one.name}
      </span>
      <ActionIcon
        aria-label={t('remove', { name: one.name })}
        onClick={() =>
          openDialog({
            title: t('remove_title'),
            text: t('remove_text', { name: one.name }),
            confirm: { label: t('remove_confirm'), danger: true, run: () => void remove() },
          })
        }
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
