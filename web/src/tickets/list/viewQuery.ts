import type { FilterQuery, TicketFilter } from '../../api/types';
import { toField } from '../../ui/dates';
import { narrowFrom, narrowTo, paramsOf, type Days, type Narrow } from '../narrow';

/** Narrows nothing. */
const EVERYTHING: FilterQuery = {
  advFilter: '',
  agent: '',
  appt: '',
  apptEnd: '',
  apptStart: '',
  automatic: '',
  campaignId: '',
  channelFilter: '',
  depFilter: '',
  due: '',
  endDate: '',
  field: '',
  fieldFilter: '',
  fieldValue: '',
  following: '',
  labelFilter: '',
  mentioned: '',
  priorityFilter: '',
  received: '',
  receivedEnd: '',
  replyTAT: '',
  snoozed: '',
  sort: '',
  startDate: '',
  withReply: '',
};

/** What a view keeps of a list; days that have a name are the dates they have now. */
export function queryOf(narrow: Narrow, now = Date.now()): FilterQuery {
  const texts = Object.entries(paramsOf(narrow, now)).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { ...EVERYTHING, ...Object.fromEntries(texts) };
}

/** Two moments as the days between them. */
function daysOf(start = '', end = ''): Days {
  const day = (seconds: string) => (/^\d{1,11}$/.test(seconds) ? toField(Number(seconds) * 1000).slice(0, 10) : '');
  const days = `${day(start)},${day(end)}`;
  return days === ',' ? '' : days;
}

/** What a view narrows the list to, checked as an address is. */
export function narrowOf(query: Partial<FilterQuery>): Narrow {
  // Without the switch, what only it asks for counts as well.
  const extra: Partial<FilterQuery> = query.advFilter === '0' ? {} : query;
  const { field = '', fieldValue = '' } = extra;
  const wanted: Partial<Record<keyof Narrow, string | undefined>> = {
    labels: query.labelFilter,
    departments: query.depFilter,
    agents: query.agent,
    priorities: query.priorityFilter,
    channels: query.channelFilter,
    fields: query.fieldFilter,
    replied: extra.withReply,
    automatic: extra.automatic,
    answeredWithin: extra.replyTAT,
    named: field === '' ? '' : `${field}:${fieldValue}`,
    received: daysOf(query.received, query.receivedEnd),
    updated: daysOf(query.startDate, query.endDate),
    appt: query.appt,
    appointment: daysOf(query.apptStart, query.apptEnd),
    due: query.due,
    mentioned: query.mentioned,
    following: query.following,
    snoozed: query.snoozed,
    sort: query.sort,
  };
  const search = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(wanted)) if (value !== '') search.set(name, value);
  return narrowFrom(search);
}

/** The address of a list, written in the one way by which two are compared. */
export function listAddress(status: TicketFilter, narrow: Narrow): URLSearchParams {
  return narrowTo(new URLSearchParams(status === 'open' ? {} : { filter: status }), narrow);
}

/** Whether it speaks of days by their name, such as today. */
export function hasNamedDays({ received, updated, appointment }: Narrow): boolean {
  return [received, updated, appointment].some((days) => /^[a-z]+$/.test(days));
}
