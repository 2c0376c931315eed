import { SettingsLink } from '../ui/SettingsLink';
import { useIsAdmin } from '../settings/useSettingsList';
import { BoardSection, NothingHere } from './BoardSection';
import { BoardTable, type Column } from './BoardTable';
import { LONG_WAIT_MS, type SupervisedQueue } from './model';
import { Running } from './Running';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

/** The queues in their order, with what waits in each and who could take it. */
export function Queues({ queues }: { queues: readonly SupervisedQueue[] }) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const columns: Column<SupervisedQueue>[] = [
    {
      key: 'name',
      label: t('queue.name'),
      cell: ({ name, enabled, open }) => (
        <>
          {name}
          {enabled ? null : <span className={classes['chip']}>{t('queue.disabled')}</span>}
          {enabled && !open ? <span className={classes['chip']}>{t('queue.closed')}</span> : null}
        </>
      ),
    },
    { key: 'work', label: t('queue.work'), cell: ({ work }) => t(`queue.of.${work}`) },
    { key: 'waiting', label: t('queue.waiting'), numeric: true, cell: ({ waiting }) => waiting },
    { key: 'ringing', label: t('queue.ringing'), numeric: true, cell: ({ ringing }) => ringing },
    {
      key: 'longest',
      label: t('queue.longest'),
      numeric: true,
      // Tickets may wait for hours; a visitor sits there.
      cell: ({ oldest_at, work }) => (oldest_at === null ? t('none') : <Running since={oldest_at} {...(work === 'live_chats' ? { longMs: LONG_WAIT_MS } : {})} />),
    },
    {
      key: 'free',
      label: t('queue.free'),
      numeric: true,
      cell: ({ free_agents, waiting }) => <span data-warn={(free_agents === 0 && waiting > 0) || undefined}>{free_agents}</span>,
    },
  ];
  return (
    <BoardSection title={t('queue.title')} {...(queues.length === 0 ? {} : { count: String(queues.length) })}>
      {queues.length === 0 ? (
        <NothingHere title={t('queue.empty')} text={t('queue.empty_text')}>
          {isAdmin ? <SettingsLink section="routing">{t('queue.add')}</SettingsLink> : null}
        </NothingHere>
      ) : (
        <BoardTable caption={t('queue.title')} columns={columns} rows={queues} keyOf={({ id }) => id} />
      )}
    </BoardSection>
  );
}
