import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconBell, IconCheck, IconChevronDown, IconInbox, IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useHinted } from '../actions/KeyHint';
import { useAbilities } from '../session/abilities';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText, useAgain } from '../ui/ErrorPlace';
import { SilentBoundary } from '../ui/SilentBoundary';
import { useLate } from '../ui/useLate';
import { Menu } from '../ui/Menu';
import { Tooltip } from '../ui/Tooltip';
import { lazyPart } from '../ui/lazyPart';
import { ListSkeleton } from './list/ListSkeleton';
import { Rows } from './list/Rows';
import { leaveList, useSelection } from './list/selection';
import { FilterButton } from './list/FilterButton';
import { LabelFilter } from './list/LabelFilter';
import { listKey } from './list/kept';
import { openList, showMore, useTicketList } from './list/store';
import classes from './TicketList.module.css';
import { FILTERS, filterFrom } from './model';
import { ANY, narrowFrom, narrowings, narrowTo, type Narrow } from './narrow';

const GroupedList = lazyPart(async () => (await import('./list/GroupedList')).GroupedList);

const BulkBar = lazyPart(async () => (await import('./list/BulkBar')).BulkBar);

const TABS = ['all', 'department', 'label'] as const;

interface Props {
  /** The ticket number that is open; without one the list is the full-width table. */
  selected: string | undefined;
  /** Writes to a customer first, or enters a ticket by hand; absent where that is not offered. */
  onNew?: (() => void) | undefined;
  /** Lists kept under a name, which the list does without until they are there. */
  Views?: ComponentType<{ narrow: boolean }>;
}

function NewTickets() {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const count = useTicketList((state) => state.notices.length);
  if (count === 0) return null;
  return (
    <button type="button" className={classes['notice']} onClick={() => setSearch({}, { replace: true })}>
      <IconBell size={15} stroke={1.5} aria-hidden />
      {t('tickets.new_notice', { count })}
    </button>
  );
}

function NewTicket({ narrow, onNew }: { narrow: boolean; onNew: () => void }) {
  const { t } = useTranslation();
  const hinted = useHinted(t('tickets.enter'), 'desk.new_message');
  if (!narrow) {
    return (
      <Button className={classes['enter'] ?? ''} size="compact-sm" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={onNew}>
        {t('tickets.enter')}
      </Button>
    );
  }
  return (
    <Tooltip label={hinted}>
      <ActionIcon variant="filled" color="accent" size={26} onClick={onNew} aria-label={t('tickets.enter')}>
        <IconPlus size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}

function Filter({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const filter = filterFrom(search.get('filter'));
  const data = FILTERS.map((value) => ({ value, label: t(`tickets.filter_${value}`) }));
  const choose = (value: string) => {
    setSearch((now) => {
      if (value === 'open') now.delete('filter');
      else now.set('filter', value);
      return now;
    });
  };
  if (narrow) {
    return (
      <Menu position="bottom-end" width={160} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconChevronDown size={14} stroke={1.5} />}
            aria-label={t('tickets.filter_is', { filter: t(`tickets.filter_${filter}`) })}
          >
            {t(`tickets.filter_${filter}`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map(({ value, label }) => (
            <Menu.Item
              key={value}
              rightSection={value === filter ? <IconCheck size={16} stroke={1.5} /> : null}
              onClick={() => choose(value)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  }
  return <SegmentedControl size="xs" data={data} value={filter} onChange={choose} aria-label={t('tickets.filter')} />;
}

/** All tickets, or by department or label. */
function Tabs({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const data = TABS.map((value) => ({ value, label: t(`tickets.tab_${value}`) }));
  const choose = (value: string) => {
    setSearch((now) => {
      if (value === 'all') now.delete('tab');
      else now.set('tab', value);
      return now;
    });
  };
  return (
    <SegmentedControl
      size="xs"
      fullWidth={narrow}
      className={classes['tabs'] ?? ''}
      data={data}
      value={tabFrom(search.get('tab'))}
      onChange={choose}
      aria-label={t('tickets.tabs')}
    />
  );
}

function tabFrom(text: string | null): (typeof TABS)[number] {
  return TABS.find((tab) => tab === text) ?? 'all';
}

function Body({ selected }: Pick<Props, 'selected'>) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const phase = useTicketList((state) => state.phase);
  const empty = useTicketList((state) => state.rows.length === 0);
  const filter = useTicketList((state) => state.filter);
  const narrowed = useTicketList((state) => state.narrow);
  const problem = useTicketList((state) => state.problem);
  const more = useTicketList((state) => state.more);
  const late = useLate(phase === 'loading' || phase === 'idle');
  const narrow = selected !== undefined;
  // What shows from memory is read again once that may work.
  useAgain(phase === 'ready' ? problem : null, () => void openList(filter, true, narrowed));

  if (phase === 'failed' && problem !== null) {
    return <ErrorPlace problem={problem} title={t('tickets.load_failed')} onRetry={() => void openList(filter, false, narrowed)} compact={narrow} />;
  }
  if (phase !== 'ready') return late ? <ListSkeleton narrow={narrow} /> : null;
  if (empty) {
    const any = narrowings(narrowed) === 0;
    return (
      <EmptyPlace
        compact={narrow}
        icon={<IconInbox size={20} stroke={1.5} />}
        title={t(any ? `tickets.empty_${filter}` : 'tickets.empty_narrowed')}
        text={t(any ? 'tickets.empty_hint' : 'tickets.empty_narrowed_hint')}
        action={
          any ? undefined : (
            <Button variant="default" size="xs" onClick={() => setSearch((now) => narrowTo(now, ANY))}>
              {t('tickets.clear_filter')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <Rows key={listKey({ filter, narrow: narrowed })} list={listKey({ filter, narrow: narrowed })} selected={selected}>
      {problem === null ? null : (
        <p className={classes['problem']} role="alert">
          <IconAlertCircle size={16} stroke={1.5} aria-hidden />
          {problemText(problem, t)}
        </p>
      )}
      {more === 'none' ? null : (
        <div className={classes['more']}>
          <Button variant="default" size="xs" loading={more === 'loading'} onClick={() => void showMore()}>
            {t('tickets.show_more')}
          </Button>
        </div>
      )}
    </Rows>
  );
}

/** What the address narrows the list to, the same value as long as the address means the same. */
function useNarrow(search: URLSearchParams): Narrow {
  const text = narrowTo(new URLSearchParams(), narrowFrom(search)).toString();
  return useMemo(() => narrowFrom(new URLSearchParams(text)), [text]);
}

/** The tickets: a table over the full width, or the narrow list beside an open conversation. */
export function TicketList({ selected, onNew, Views }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const filter = filterFrom(search.get('filter'));
  const narrowed = useNarrow(search);
  const count = useTicketList((state) => (state.phase === 'ready' ? `${state.count}${state.countMore ? '+' : ''}` : null));
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const compact = selected !== undefined || phone;
  const tab = tabFrom(search.get('tab'));
  const { answers } = useAbilities();
  const picking = useSelection((state) => state.chosen.size > 0 || state.run !== null);

  // What was chosen in one list is not what another shows.
  useEffect(() => leaveList, [filter, narrowed, tab]);
  useEffect(() => {
    void openList(filter, true, narrowed);
  }, [filter, narrowed]);

  return (
    <section className={classes['panel']} data-region="list" data-narrow={compact || undefined} aria-label={t('nav.tickets')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('nav.tickets')}
          {count === null || tab !== 'all' ? null : <span className={classes['total']}>{count}</span>}
        </h1>
        <Tabs narrow={compact} />
        <div className={classes['filters']}>
          {tab === 'all' ? (
            <>
              {Views && (
                <SilentBoundary>
                  <Views narrow={compact} />
                </SilentBoundary>
              )}
              <LabelFilter narrow={compact} />
              <FilterButton narrow={compact} />
            </>
          ) : null}
          <Filter narrow={compact} />
          {onNew === undefined || !answers ? null : <NewTicket narrow={compact} onNew={onNew} />}
        </div>
      </header>
      <NewTickets />
      <div className={classes['body']}>
        {tab === 'all' ? (
          <Body selected={selected} />
        ) : (
          <Suspense>
            <GroupedList by={tab} filter={filter} selected={selected} />
          </Suspense>
        )}
      </div>
      {/* Below the rows, so that they stay where they are when the first is chosen. */}
      {picking ? (
        <Suspense>
          <BulkBar narrow={compact} />
        </Suspense>
      ) : null}
    </section>
  );
}
