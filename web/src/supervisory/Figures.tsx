import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BoardDesk } from './desk';
import { countText, LONG_WAIT_MS, type SupervisoryBoard } from './model';
import { RunningWords } from './Running';
import { useIsStale } from './store';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

interface TileProps {
  label: string;
  count: string;
  to: string | null;
  tone?: 'red' | 'amber' | undefined;
  children?: ReactNode;
}

/** A figure, which leads to the list of what it counts. */
function Tile({ label, count, to, tone, children }: TileProps) {
  const figure = (
    <>
      <span className={classes['label']}>{label}</span> <span className={classes['number']}>{count}</span>
    </>
  );
  return (
    <li className={classes['tile']} data-tone={tone}>
      {to === null ? <span className={classes['figure']}>{figure}</span> : <Link to={to} className={classes['figure']}>{figure}</Link>}
      {children === undefined ? null : <span className={classes['more']}>{children}</span>}
    </li>
  );
}

/** What the desk has of each, at one look. */
export function Figures({ board, links }: { board: SupervisoryBoard; links: BoardDesk['links'] }) {
  const { t } = useTexts();
  const isStale = useIsStale();
  const { visitors, chats, tickets } = board;
  const unassigned = t('figure.unassigned', { number: countText(tickets.unassigned) });
  return (
    <ul className={classes['figures']} aria-label={t('figures')} data-stale={isStale || undefined}>
      <Tile label={t('figure.visitors')} count={String(visitors.waiting)} to={links.livechat}>
        {visitors.oldest_at === null ? undefined : <RunningWords since={visitors.oldest_at} longMs={LONG_WAIT_MS} text="figure.longest" />}
      </Tile>
      <Tile label={t('figure.chats')} count={String(chats.running)} to={links.livechat} />
      <Tile label={t('figure.tickets')} count={countText(tickets.open)} to={links.open}>
        {links.unassigned === null ? unassigned : <Link to={links.unassigned}>{unassigned}</Link>}
      </Tile>
      <Tile label={t('figure.overdue')} count={countText(tickets.overdue)} to={links.overdue} tone={tickets.overdue.count > 0 ? 'red' : undefined} />
      <Tile label={t('figure.due_soon')} count={countText(tickets.due_soon)} to={links.dueSoon} tone={tickets.due_soon.count > 0 ? 'amber' : undefined} />
    </ul>
  );
}
