import { IconAlertTriangle, IconCalendarEvent, IconHourglassHigh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChannelMark } from '../ui/ChannelMark';
import { fullTime, rowDate } from '../ui/dates';
import { useDueTexts } from '../ui/due/texts';
import { useNow } from '../ui/useNow';
import type { Due } from './due';
import { spanOf, type TicketEntry } from './model';
import classes from './TicketSection.module.css';
import { useTexts } from './texts';

/** What a section tells of the time: when something happened last, how long that is ago, or when something is due. */
export type RowTime = 'date' | 'wait' | 'due';

function useSpan(): (ms: number) => string {
  const { t } = useTexts();
  return (ms) => {
    const { unit, n } = spanOf(ms);
    return t(`span.${unit}`, { n });
  };
}

function When({ ms, time }: { ms: number; time: 'date' | 'wait' }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const now = useNow();
  const span = useSpan();
  const passed = span(now - ms);
  return (
    <time className={classes['time']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)} aria-label={time === 'wait' ? t('unchanged', { time: passed }) : undefined}>
      {time === 'wait' ? passed : rowDate(ms, now, common('tickets.yesterday'))}
    </time>
  );
}

/** Overdue is told by a sign and in words as well as by the colour. */
function DueMark({ due }: { due: Due }) {
  const { t } = useTexts();
  const { t: promised } = useDueTexts();
  const now = useNow();
  const span = useSpan();
  const overdue = due.at < now;
  const Sign = overdue ? IconAlertTriangle : due.kind === 'appointment' ? IconCalendarEvent : IconHourglassHigh;
  const what = due.kind === 'appointment' ? t('appointment') : due.kind === 'first_reply' ? t('answer') : promised(`metric.${due.kind}`);
  return (
    <time className={classes['due']} data-overdue={overdue || undefined} dateTime={new Date(due.at).toISOString()} title={fullTime(due.at)}>
      <Sign size={14} stroke={1.75} aria-hidden />
      <span>
        <span className="pb-unseen">{`${what}: `}</span>
        {overdue ? t('overdue', { time: span(now - due.at) }) : t('due_in', { time: span(due.at - now) })}
      </span>
    </time>
  );
}

interface Props {
  /** Names the row among those of every section. */
  name: string;
  entry: TicketEntry;
  time: RowTime;
  isPointed: boolean;
}

/** One ticket; the link's area is the whole row. */
export function TicketRow({ name, entry, time, isPointed }: Props) {
  const { t } = useTexts();
  const { ticket, to, customer, due } = entry;
  const unread = !ticket.read || ticket.unread > 0;
  // A chat's title is often its first message, and where nobody is known the customer is called by it.
  const title = ticket.title === customer ? '' : ticket.title;
  const snippet = ticket.snippet === ticket.title ? '' : ticket.snippet;
  return (
    <li className={classes['row']} data-unread={unread || undefined} data-severity={ticket.severity || undefined} data-pointed={isPointed || undefined}>
      <ChannelMark channel={ticket.channel} account={ticket.channel_name} size={16} />
      <span className={classes['words']}>
        <span className={classes['line']}>
          <Link to={to} data-row={name} data-stop={isPointed || undefined} className={classes['who']}>
            {customer}
            {unread ? <span className="pb-unseen">{` (${t('unread')})`}</span> : null}
          </Link>
          {unread ? <span className={classes['dot']} aria-hidden /> : null}
          {time === 'due' && due !== null ? <DueMark due={due} /> : <When ms={ticket.ts * 1000} time={time === 'wait' ? 'wait' : 'date'} />}
        </span>
        <span className={classes['second']}>
          <span className={classes['number']} title={t('number', { number: ticket.ticket_number })}>
            #{ticket.ticket_number}
          </span>
          {[title, snippet].filter((text) => text !== '').join(' · ')}
        </span>
      </span>
    </li>
  );
}
