import { IconInbox } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { hasDashboardAtHome } from '../../dashboard/access';
import { openEntry } from '../../entry/open';
import { Checklist, type StepWays } from '../../home/Checklist';
import { Figures, type Figure } from '../../home/Figures';
import { TicketSection, rowName } from '../../home/TicketSection';
import { ROWS_MAX, type SectionList } from '../../home/model';
import { useTexts } from '../../home/texts';
import { TICKETS, TICKET_EVENTS, useLive } from '../../home/useLive';
import { useSectionKeys } from '../../home/useSectionKeys';
import { useQueue } from '../../livechat/queue';
import { useUnread } from '../../realtime/unread';
import { useMe } from '../../session/store';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { lazyPart } from '../lazyScreen';
import { useNavItems } from '../nav';
import { paths } from '../paths';
import { openSettings } from '../settings/open';
import { listPath, useCounts, useDue, useMine, useWaiting } from './homeLists';
import classes from './HomePage.module.css';

const HomeDashboard = lazyPart(async () => (await import('./HomeDashboard')).HomeDashboard);

type SectionName = 'mine' | 'due' | 'waiting';

const rowsOf = (name: SectionName, { entries = [] }: SectionList) =>
  entries.slice(0, ROWS_MAX).map((entry) => ({ name: rowName(name, entry), entry }));

/** What waits for the agent, in the order of what they have, owe and could take. */
function Sections() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [mine, due, waiting] = [useMine(), useDue(), useWaiting()];
  const rows = [...rowsOf('mine', mine), ...rowsOf('due', due), ...rowsOf('waiting', waiting)];
  const { place, pointed, onFocus, letGo } = useSectionKeys(rows, (to) => void navigate(to));
  const longest = waiting.entries?.[0];
  useLive(TICKETS, TICKET_EVENTS);
  return (
    <div ref={place} className={classes['sections']} onFocus={onFocus} onPointerDown={letGo}>
      <TicketSection
        name="mine"
        list={mine}
        time="date"
        pointed={pointed}
        next={
          <>
            {longest === undefined ? null : <Link to={longest.to}>{t('mine.take')}</Link>}
            <Link to={listPath('all')}>{t('mine.look')}</Link>
          </>
        }
      />
      <div className={classes['column']}>
        {due.problem !== null || (due.entries?.length ?? 0) > 0 ? <TicketSection name="due" list={due} time="due" pointed={pointed} /> : null}
        <TicketSection name="waiting" list={waiting} time="wait" pointed={pointed} next={<Link to={paths.tickets}>{t('waiting.look')}</Link>} />
      </div>
    </div>
  );
}

/** Of a host name or an account that leaves tickets out. */
function NoTickets({ livechat }: { livechat: boolean }) {
  const { t } = useTexts();
  const go = livechat ? { action: <Link to={paths.livechat}>{t('nothing_livechat')}</Link> } : {};
  return <EmptyPlace icon={<IconInbox size={20} stroke={1.5} />} title={t('nothing')} text={t('nothing_text')} {...go} />;
}

function useFigures(places: ReadonlySet<string>): Figure[] {
  const hasTickets = places.has(paths.tickets);
  const { open, pending } = useCounts(hasTickets);
  const unread = useUnread((state) => state.ticket);
  const waiting = useQueue((state) => state.count);
  return [
    ...(hasTickets
      ? ([
          { name: 'open', to: paths.tickets, count: open },
          { name: 'pending', to: listPath('pending'), count: pending },
          { name: 'unread', to: paths.tickets, count: String(unread) },
        ] as const)
      : []),
    ...(places.has(paths.livechat) ? ([{ name: 'livechat', to: paths.livechat, count: String(waiting) }] as const) : []),
  ];
}

const SETTINGS_WAYS = {
  colleague: () => openSettings('users'),
  hours: () => openSettings('hours'),
  label: () => openSettings('labels'),
} as const satisfies StepWays;

/** What waits for the agent, and what a new desk still needs. */
function Queue() {
  const { t } = useTexts();
  const me = useMe();
  const heading = useRef<HTMLHeadingElement>(null);
  // What this host name leaves out of the panel has no place here either.
  const places = new Set(useNavItems().map((item) => item.to));
  const figures = useFigures(places);
  const ways: StepWays = {
    ...SETTINGS_WAYS,
    ...(places.has(paths.channels) ? { channel: paths.channels } : {}),
    ...(places.has(paths.tickets) ? { message: openEntry } : {}),
  };
  return (
    <div className={classes['home']}>
      <div className={classes['inner']}>
        <header className={classes['head']}>
          <h1 ref={heading} tabIndex={-1} className={classes['hello']}>
            {t('hello', { name: me.name })}
          </h1>
          {figures.length > 0 ? <Figures figures={figures} /> : null}
        </header>
        <Checklist ways={ways} onHidden={() => heading.current?.focus()} />
        {places.has(paths.tickets) ? <Sections /> : <NoTickets livechat={places.has(paths.livechat)} />}
      </div>
    </div>
  );
}

/** The queue; with the dashboard before it where an admin put it there, for whoever may view reports. */
export function Screen() {
  if (!hasDashboardAtHome(useMe())) return <Queue />;
  return (
    <Suspense>
      <HomeDashboard queue={<Queue />} />
    </Suspense>
  );
}
