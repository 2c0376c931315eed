import { Button, Drawer, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { asProblem } from '../api/problem';
import { ChannelMark } from '../ui/ChannelMark';
import { ErrorPlace } from '../ui/ErrorPlace';
import { openFigure } from './calls';
import { shownTime, type ReportRange } from './days';
import type { Figure, Narrowed, OpenedFacts } from './performance';
import classes from './performance.module.css';
import { REPORTS } from './queryKeys';
import { useTexts } from './texts';
import { useFigureWords } from './useFigureWords';

/** A figure that is opened. */
export interface Opening {
  figure: Figure;
  title: string;
  range: ReportRange;
  narrowed: Narrowed;
}

type Fact = OpenedFacts['facts'][number];

/** What a figure counts, one line each. */
export function OpenedDrawer({ opening, onClose }: { opening: Opening | null; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Drawer
      opened={opening !== null}
      onClose={onClose}
      position="right"
      size={460}
      title={opening?.title}
      transitionProps={{ duration: 140 }}
      closeButtonProps={{ 'aria-label': t('action.close', { ns: 'translation' }) }}
    >
      {opening === null ? null : <Facts opening={opening} />}
    </Drawer>
  );
}

function Facts({ opening: { figure, range, narrowed } }: { opening: Opening }) {
  const { t } = useTexts();
  const query = useInfiniteQuery({
    queryKey: [REPORTS, 'opened', range, narrowed, figure],
    queryFn: ({ pageParam, signal }) => openFigure(range, narrowed, figure, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (query.data === undefined) {
    if (query.error === null) return <Loader size="sm" aria-label={t('loading')} role="status" />;
    return <ErrorPlace compact problem={asProblem(query.error)} title={t('failed')} onRetry={() => void query.refetch()} />;
  }
  const facts = query.data.pages.flatMap((page) => page.facts);
  if (facts.length === 0) return <p className={classes['note']}>{t('performance.opened_none')}</p>;
  return (
    <>
      <ul className={classes['facts']}>
        {facts.map((fact, at) => (
          <FactLine key={at} fact={fact} />
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <ErrorPlace compact problem={asProblem(query.error)} title={t('performance.failed_more')} onRetry={() => void query.fetchNextPage()} />
      ) : query.hasNextPage ? (
        <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('performance.opened_more')}
        </Button>
      ) : null}
    </>
  );
}

function FactLine({ fact }: { fact: Fact }) {
  const { t } = useTexts();
  const { duration } = useFigureWords();
  const more = [
    shownTime(fact.at),
    typeof fact.took === 'number' ? t('performance.opened_took', { duration: duration(fact.took) }) : '',
    fact.agent === '' ? '' : t('performance.opened_by', { agent: fact.agent }),
  ];
  return (
    <li>
      <ChannelMark channel={fact.channel} size={16} />
      <span>
        {fact.ticket_number === 0 ? (
          t('performance.opened_removed')
        ) : (
          <Link to={`/${fact.kind}/${fact.ticket_number}`}>
            #{fact.ticket_number} {fact.title}
          </Link>
        )}
        <small>{more.filter((part) => part !== '').join(' · ')}</small>
      </span>
    </li>
  );
}
