import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconLink, IconMessageCircle } from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScope } from '../actions/live';
import { Answering } from '../session/Answering';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SilentBoundary } from '../ui/SilentBoundary';
import { useAltHeld } from '../ui/useAltHeld';
import { useLate } from '../ui/useLate';
import { useRows } from '../ui/useRows';
import { ChatGroup } from './ChatGroup';
import classes from './livechat.module.css';
import { pathOf, type Filter, type LiveTicket } from './model';
import { Queue } from './Queue';
import { askQueue, takeVisitor, useQueue } from './queue';
import { moreLivechats, openLivechats, setSelected, useLivechats } from './store';
import { useTexts } from './texts';

const LinkMaker = lazy(async () => ({ default: (await import('./LinkMaker')).LinkMaker }));

interface Props {
  selected: string | undefined;
  /** Opens a chat in a window of its own, as a click with Alt does. */
  onPopup: (chat: LiveTicket) => void;
}

/** The list of live chats and the waiting queue. `selected` is the ticket number that is open. */
export function LivechatList({ selected, onPopup }: Props) {
  const { t } = useTexts();
  const [filter, setFilter] = useLocalStorage<Filter>({
    key: 'patchbay.livechat.filter',
    defaultValue: 'open',
    getInitialValueInEffect: false,
  });
  const { t: common } = useTranslation();
  const acting = useAltHeld();
  const [linking, setLinking] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const move = useRows(panel, '[data-chat]');
  const groups = useLivechats((state) => state.groups);
  useScope('list', {
    rows: groups.flatMap(({ livechats }) => livechats),
    // The focused link opens its chat by itself, and a chat is acted on where it is open.
    row: undefined,
    chooses: false,
    address: pathOf,
    move,
    extend: move,
    open: () => undefined,
  });
  useScope('chats', { take: () => void takeVisitor(null), link: () => setLinking(true) });

  useEffect(() => {
    void openLivechats(filter);
  }, [filter]);
  useEffect(() => {
    void askQueue().catch(() => undefined);
  }, []);
  useEffect(() => {
    setSelected(selected ?? null);
    return () => setSelected(null);
  }, [selected]);

  return (
    <section ref={panel} className={classes['panel']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>{t('title')}</h1>
        <SegmentedControl
          size="xs"
          value={filter}
          onChange={(value) => setFilter(value === 'all' ? 'all' : 'open')}
          data={[
            { value: 'open', label: t('open') },
            { value: 'all', label: t('all') },
          ]}
          aria-label={t('filter')}
        />
        <Answering>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconLink size={14} stroke={1.5} />}
            onClick={() => setLinking(true)}
          >
            {t('link.new')}
          </Button>
        </Answering>
      </header>
      <div className={classes['body']} data-acting={acting || undefined}>
        <Queue />
        <Chats selected={selected} filter={filter} onPopup={onPopup} />
        {acting && groups.length > 0 ? (
          <p className={classes['hint']} role="status">
            {common('keys.window')}
          </p>
        ) : null}
      </div>
      {linking ? (
        <SilentBoundary>
          <LinkMaker onClose={() => setLinking(false)} />
        </SilentBoundary>
      ) : null}
    </section>
  );
}

function Chats({ selected, filter, onPopup }: Props & { filter: Filter }) {
  const { t } = useTexts();
  const { groups, phase, problem, more } = useLivechats();
  const waiting = useQueue((state) => state.count > 0);
  const late = useLate(phase === 'loading' || phase === 'idle');
  if (phase === 'failed' && problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void openLivechats(filter)} />;
  }
  if (phase !== 'ready') {
    return late ? (
      <div className={classes['skeletons']}>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={40} />
      </div>
    ) : null;
  }
  if (groups.length === 0) {
    if (waiting) return null;
    return (
      <EmptyPlace
        compact
        icon={<IconMessageCircle size={18} stroke={1.5} />}
        title={t('empty')}
        text={t('empty_text')}
      />
    );
  }
  return (
    <>
      {groups.map((group) => (
        <ChatGroup key={group.session_id} group={group} selected={selected} onPopup={onPopup} />
      ))}
      {more === 'none' ? null : (
        <div className={classes['more']}>
          <Button variant="default" size="xs" loading={more === 'loading'} onClick={() => void moreLivechats()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
