import { Alert, Button, Menu, SegmentedControl } from '@mantine/core';
import { IconAlertCircle, IconBell, IconCheck, IconChevronDown, IconInbox } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { ListSkeleton } from './list/ListSkeleton';
import { Rows } from './list/Rows';
import { LabelFilter } from './list/LabelFilter';
import { openList, showMore, useTicketList } from './list/store';
import classes from './TicketList.module.css';
import { FILTERS, filterFrom, labelsFrom } from './model';

interface Props {
  /** The ticket number that is open; without one the list is the full-width table. */
  selected: string | undefined;
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
      <Menu position="bottom-end" width={160}>
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

function Body({ selected }: Props) {
  const { t } = useTranslation();
  const phase = useTicketList((state) => state.phase);
  const empty = useTicketList((state) => state.rows.length === 0);
  const filter = useTicketList((state) => state.filter);
  const labels = useTicketList((state) => state.labels);
  const problem = useTicketList((state) => state.problem);
  const more = useTicketList((state) => state.more);
  const late = useLate(phase === 'loading' || phase === 'idle');
  const narrow = selected !== undefined;

  if (phase === 'failed' && problem !== null) {
    return <ErrorPlace problem={problem} title={t('tickets.load_failed')} onRetry={() => void openList(filter, false, labels)} compact={narrow} />;
  }
  if (phase !== 'ready') return late ? <ListSkeleton narrow={narrow} /> : null;
  if (empty) {
    return (
      <EmptyPlace
        compact={narrow}
        icon={<IconInbox size={20} stroke={1.5} />}
        title={t(labels.length === 0 ? `tickets.empty_${filter}` : 'tickets.empty_labelled')}
        text={t(labels.length === 0 ? 'tickets.empty_hint' : 'tickets.empty_labelled_hint')}
      />
    );
  }
  return (
    <Rows selected={selected}>
      {problem === null ? null : (
        <Alert color="red" variant="light" m="sm" icon={<IconAlertCircle size={16} />}>
          {problemText(problem, t)}
        </Alert>
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

/** The tickets: a table over the full width, or the narrow list beside an open conversation. */
export function TicketList({ selected }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const filter = filterFrom(search.get('filter'));
  const labels = labelsFrom(search.get('labels')).join();
  const count = useTicketList((state) => (state.phase === 'ready' ? state.count : null));
  const narrow = selected !== undefined;

  useEffect(() => {
    void openList(filter, true, labelsFrom(labels));
  }, [filter, labels]);

  return (
    <section className={classes['panel']} data-narrow={narrow || undefined} aria-label={t('nav.tickets')}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>
          {t('nav.tickets')}
          {count === null ? null : <span className={classes['total']}>{count}</span>}
        </h1>
        <div className={classes['filters']}>
          <LabelFilter narrow={narrow} />
          <Filter narrow={narrow} />
        </div>
      </header>
      <NewTickets />
      <div className={classes['body']}>
        <Body selected={selected} />
      </div>
    </section>
  );
}
