import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Problem } from '../api/problem';
import { problemText, useAgain } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { ROWS_MAX, type TicketEntry, type SectionList } from './model';
import { TicketRow, type RowTime } from './TicketRow';
import classes from './TicketSection.module.css';
import { useTexts } from './texts';

const SKELETON_ROWS = [0, 1, 2];

/** Names a row among those of every section. */
export function rowName(section: string, { ticket }: TicketEntry): string {
  return `${section}:${ticket.id}`;
}

function Loading() {
  const { t } = useTexts();
  return (
    <div role="status">
      <span className="pb-unseen">{t('loading')}</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={classes['skeleton']} aria-hidden>
          <Skeleton circle height={16} />
          <div className={classes['words']}>
            <Skeleton height={10} width={`${34 + row * 11}%`} radius="sm" />
            <Skeleton height={8} width={`${72 - row * 9}%`} radius="sm" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** What is refused does not come by trying again. */
function Failed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = useTranslation();
  const refused = problem.code === 'forbidden';
  useAgain(problem, onRetry);
  return (
    <p className={classes['failed']} data-refused={refused || undefined} role="alert">
      {refused ? <IconLock size={16} stroke={1.5} aria-hidden /> : null}
      <span>{problemText(problem, t)}</span>
      {refused ? null : (
        <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </p>
  );
}

interface Props {
  /** Of its texts, and of the names of its rows. */
  name: 'mine' | 'due' | 'waiting';
  list: SectionList;
  time: RowTime;
  /** The row that the keys point at. */
  pointed: string | null;
  /** The next step where there is nothing. */
  next?: ReactNode;
}

/** One of the lists that wait for the agent: the first rows of it, and the way to all. */
export function TicketSection({ name, list, time, pointed, next }: Props) {
  const { t } = useTexts();
  const id = useId();
  const { entries, problem } = list;
  const late = useLate(entries === undefined && problem === null);
  const rows = entries?.slice(0, ROWS_MAX) ?? [];
  return (
    <section className={classes['section']} aria-labelledby={id} aria-busy={late} onPointerMove={list.hold}>
      <header className={classes['head']}>
        <h2 id={id} title={t(`${name}.hint`)}>
          {t(`${name}.title`)}
          {list.count === '' || list.count === '0' ? null : <span className={classes['count']}>{list.count}</span>}
        </h2>
        {rows.length === 0
          ? null
          : list.links.map(({ to, label }) => (
              <Link key={to} to={to} className={classes['all']} aria-label={`${label}: ${t(`${name}.title`)}`}>
                {label}
              </Link>
            ))}
      </header>
      {problem !== null ? <Failed problem={problem} onRetry={list.retry} /> : null}
      {late ? <Loading /> : null}
      {rows.length > 0 ? (
        <ul className={classes['rows']}>
          {rows.map((entry) => (
            <TicketRow key={entry.ticket.id} name={rowName(name, entry)} entry={entry} time={time} isPointed={pointed === rowName(name, entry)} />
          ))}
        </ul>
      ) : null}
      {entries?.length === 0 && problem === null ? (
        <div className={classes['empty']}>
          <strong>{t(`${name}.empty`)}</strong>
          <p>{t(`${name}.empty_text`)}</p>
          {next}
        </div>
      ) : null}
    </section>
  );
}
