import { IconCalendarEvent, IconCornerUpLeft, IconLock, IconPaperclip } from '@tabler/icons-react';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { nameOf, useAgents } from '../../api/agents';
import { needDepartments, useDepartments } from '../../api/departments';
import { labelIds } from '../../api/labels';
import type { Ticket } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { ChannelMark } from '../../ui/ChannelMark';
import { fromUtcText, fullTime, rowDate } from '../../ui/dates';
import { Avatar } from '../../ui/Avatar';
import { DueMark } from '../../ui/due/DueMark';
import { EmotionMark } from '../../ui/emotion/EmotionMark';
import { LabelChips } from '../../ui/LabelChips';
import { useNow } from '../../ui/useNow';
import { useView } from '../../ui/useView';
import { Tooltip } from '../../ui/Tooltip';
import { useAddress } from '../address';
import { appointmentOf, isSoon, nearWords } from '../appointment';
import { assigneesOf, customerOf } from '../model';
import { openTicketPopup } from '../popup';
import { CallOriginMark } from './call/CallOriginMark';
import { toggleChosen, useSelection } from './selection';
import classes from './Row.module.css';
import { clicked, useTicketList } from './store';
import { Tick } from './Tick';

interface Props {
  ticket: Ticket;
  narrow: boolean;
  top: number;
  height: number;
  isSelected: boolean;
  isFocused: boolean;
  /** Of all rows, Tab comes to this one. */
  isStop: boolean;
}

function Assignees({ ticket }: { ticket: Ticket }) {
  const names = useAgents((state) => state.names);
  const people = assigneesOf(ticket).map((username) => ({ username, name: nameOf(username, names) }));
  if (people.length === 0) return null;
  const rest = people.length - 3;
  const all = people.map(({ name }) => name).join(', ');
  return (
    <Tooltip label={all}>
      <span className={classes['people']} role="img" aria-label={all}>
        {people.slice(0, 3).map(({ username, name }) => (
          <Avatar key={username} username={username} name={name} size={18} />
        ))}
        {rest > 0 ? <span className={classes['rest']}>+{rest}</span> : null}
      </span>
    </Tooltip>
  );
}

function Marks({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <span className={classes['marks']}>
      <CallOriginMark ticket={ticket} />
      {ticket.hasResponded ? (
        <Tooltip label={t('tickets.replied')}>
          <IconCornerUpLeft size={14} stroke={1.5} role="img" aria-label={t('tickets.replied')} />
        </Tooltip>
      ) : null}
      {ticket.attachment ? (
        <IconPaperclip size={14} stroke={1.5} role="img" aria-label={t('tickets.has_attachment')} />
      ) : null}
      {ticket.encryption ? <IconLock size={14} stroke={1.5} role="img" aria-label={t('tickets.encrypted')} /> : null}
    </span>
  );
}

function When({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <time className={classes['time']} dateTime={new Date(ms).toISOString()} title={fullTime(ms)}>
      {rowDate(ms, now, t('tickets.yesterday'))}
    </time>
  );
}

/** When the customer wants to be seen or called; in red when that is soon or over. */
function Appointment({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const now = useNow();
  const at = appointmentOf(ticket);
  if (at === null) return null;
  const near = nearWords(at, now);
  return (
    <time className={classes['appointment']} data-soon={isSoon(at, now) || undefined} dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      <IconCalendarEvent size={14} stroke={1.5} role="img" aria-label={t('tickets.appointment')} />
      {near === null ? rowDate(at, now, t('tickets.yesterday')) : t(near.key, { time: near.time })}
    </time>
  );
}

function DepartmentName({ id }: { id: number | null }) {
  const name = useDepartments((state) => state.departments.find((department) => department.id === id)?.name);
  useEffect(() => {
    if (id !== null) needDepartments();
  }, [id]);
  if (name === undefined) return null;
  return (
    <span className={classes['department']} title={name}>
      {name}
    </span>
  );
}

/** Chooses the ticket for what is done with many at once. */
function Pick({ ticket, picked, isStop }: { ticket: Ticket; picked: boolean; isStop: boolean }) {
  const { t } = useTranslation();
  if (!useAbilities().answers) return null;
  return (
    <span className={classes['pick']}>
      <Tick checked={picked} tabIndex={isStop ? 0 : -1} label={t('tickets.pick', { number: ticket.ticket_number })} onChange={() => toggleChosen(ticket.id)} />
    </span>
  );
}

/** One ticket: four cells in the table, two lines in the narrow list. */
export const Row = memo(function Row({ ticket, narrow, top, height, isSelected, isFocused, isStop }: Props) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const view = useView();
  const address = useAddress(ticket);
  const isNew = useTicketList((state) => state.fresh.has(ticket.id));
  const picked = useSelection((state) => state.chosen.has(ticket.id));
  const picking = useSelection((state) => state.chosen.size > 0);
  const unread = !ticket.read || ticket.unread > 0;
  const customer = customerOf(ticket);
  // A chat's title is often its first message; once is enough.
  const snippet = ticket.snippet === ticket.title ? '' : ticket.snippet;
  const states = [
    unread ? t('tickets.unread') : '',
    isNew ? t('tickets.new') : '',
    ticket.hasResponded ? t('tickets.replied') : '',
    ticket.severity === 'H' ? t('tickets.severity_high') : '',
  ].filter((text) => text !== '');
  const common = {
    style: { top, height },
    'data-ticket': ticket.id,
    'data-unread': unread || undefined,
    'data-selected': isSelected || undefined,
    'data-focused': isFocused || undefined,
    'data-new': isNew || undefined,
    'data-replied': ticket.hasResponded || undefined,
    'data-severity': ticket.severity || undefined,
    'data-picked': picked || undefined,
    'data-picking': picking || undefined,
  };
  // The link's area is the whole row, so that the row can be a row and the link a link.
  const who = (
    <Link
      to={view(`${address}${search}`)}
      onClick={(event) => {
        clicked(ticket.id);
        if (!event.altKey) return;
        // The browser would save the address as a file.
        event.preventDefault();
        openTicketPopup(ticket);
      }}
      className={classes['who']}
      tabIndex={isStop ? 0 : -1}
      data-stop={isStop || undefined}
      aria-current={isSelected ? 'true' : undefined}
    >
      {customer}
      {states.length > 0 ? <span className="pb-unseen">{` (${states.join(', ')})`}</span> : null}
    </Link>
  );

  if (narrow) {
    return (
      <div role="listitem" {...common} className={classes['narrow']}>
          <Pick ticket={ticket} picked={picked} isStop={isStop} />
          <span className={classes['line']}>
            <span className={classes['dot']} aria-hidden />
            <ChannelMark channel={ticket.channel} account={ticket.channel_name} size={16} />
            {who}
            <When ms={ticket.ts * 1000} />
          </span>
          <span className={classes['second']}>{ticket.title === customer ? '' : ticket.title}</span>
          <span className={classes['line']}>
            <span className={classes['snippet']}>{snippet}</span>
            {isNew ? <span className={classes['new']}>{t('tickets.new')}</span> : null}
            <LabelChips ids={labelIds(ticket)} most={2} />
            <DepartmentName id={ticket.department_id ?? null} />
            <EmotionMark emotions={ticket.emotion} counts={ticket.emotion_2} bare />
            <DueMark due={ticket.due} />
            <Appointment ticket={ticket} />
            <Marks ticket={ticket} />
            <Assignees ticket={ticket} />
            {ticket.unread > 0 ? <span className={classes['count']}>{ticket.unread}</span> : null}
          </span>
      </div>
    );
  }
  return (
    <div role="row" {...common} className={classes['wide']}>
        <span role="cell" className={classes['number']}>
          <Pick ticket={ticket} picked={picked} isStop={isStop} />
          {ticket.ticket_number}
        </span>
        <span role="cell" className={classes['titleCell']}>
          <span className={classes['dot']} aria-hidden />
          <ChannelMark channel={ticket.channel} account={ticket.channel_name} />
          {who}
          {ticket.title !== customer ? <span className={classes['title']}>{ticket.title}</span> : null}
          <LabelChips ids={labelIds(ticket)} most={2} />
          <DepartmentName id={ticket.department_id ?? null} />
          <span className={classes['snippet']}>{snippet}</span>
          {isNew ? <span className={classes['new']}>{t('tickets.new')}</span> : null}
          {ticket.unread > 0 ? <span className={classes['count']}>{ticket.unread}</span> : null}
          <EmotionMark emotions={ticket.emotion} counts={ticket.emotion_2} bare />
          <DueMark due={ticket.due} />
          <Appointment ticket={ticket} />
          <Marks ticket={ticket} />
          <Assignees ticket={ticket} />
        </span>
        <span role="cell">
          <When ms={fromUtcText(ticket.created_at)} />
        </span>
        <span role="cell">
          <When ms={ticket.ts * 1000} />
        </span>
    </div>
  );
});
