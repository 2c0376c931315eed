import { labelIds } from '../api/labels';
import type { Ticket } from '../api/types';
import { fromUtcText, startOfDay, toField } from '../ui/dates';
import { dueAt, isDueSoon, isOverdue, type TicketDue } from '../ui/due/moment';
import { appointmentOf, isSoon } from './appointment';

/** Labels, departments or agents a list may be narrowed to at once. */
export const WANTED_MAX = 8;
/** Channels, of which a desk may have many. */
const CHANNELS_MAX = 100;
/** Stands among agents for tickets that nobody has taken. */
export const NOBODY = '-';

export type ListSort = 'updated' | 'oldest' | 'priority' | 'due';
export type Either = '' | '0' | '1';
/** With something due under an SLA, with something that is due within hours or overdue, or with what is overdue. */
export type Due = '' | '1' | 'soon' | 'overdue';
/** Days as they are called, or two days as YYYY-MM-DD with a comma between them. */
export type Days = string;
/** Fields of a ticket that can be asked for by their value. */
export const NAMED_FIELDS = ['number', 'contact_id'] as const;

/** What a list is narrowed to beside its status; empty means whatever there is. */
export interface Narrow {
  labels: readonly number[];
  /** 0 stands for none. */
  departments: readonly number[];
  agents: readonly string[];
  /** H, M, L, and N for none. */
  priorities: readonly string[];
  channels: readonly string[];
  /** Choices in custom fields as `field:choice`; 1 is a tick, 0 stands for none. */
  fields: readonly string[];
  replied: Either;
  automatic: Either;
  /** Minutes within which the first answer was there. */
  answeredWithin: string;
  /** A field and its value: `number:12`. */
  named: string;
  received: Days;
  updated: Days;
  /** With an appointment, without one, or with one that is soon or over. */
  appt: Either | 'soon';
  /** When the appointment is; a week is the one to come. */
  appointment: Days;
  due: Due;
  /** With a note that mentions me. */
  mentioned: '' | '1';
  /** That I follow. */
  following: '' | '1';
  /** Put aside until a time. */
  snoozed: '' | '1';
  sort: ListSort;
}

export const ANY: Narrow = {
  labels: [],
  departments: [],
  agents: [],
  priorities: [],
  channels: [],
  fields: [],
  replied: '',
  automatic: '',
  answeredWithin: '',
  named: '',
  received: '',
  updated: '',
  appt: '',
  appointment: '',
  due: '',
  mentioned: '',
  following: '',
  snoozed: '',
  sort: 'updated',
};

export const SORTS: readonly ListSort[] = ['updated', 'oldest', 'priority', 'due'];
export const DUES: readonly Due[] = ['', '1', 'soon', 'overdue'];
const NAMED_DAYS = ['today', 'yesterday', 'week'];

function words(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

function numbers(text: string | null, least: number): number[] {
  return words(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id >= least)
    .slice(0, WANTED_MAX)
    .sort((a, b) => a - b);
}

/** Each field has none of its choices or some; what contradicts that is left out. */
function fieldsFrom(text: string | null): string[] {
  const pairs = words(text).filter((pair) => /^[1-9]\d{0,14}:\d{1,9}$/.test(pair));
  const none = pairs.filter((pair) => pair.endsWith(':0')).map((pair) => pair.slice(0, -1));
  const kept = pairs.filter((pair) => pair.endsWith(':0') || none.every((field) => !pair.startsWith(field)));
  return kept.slice(0, WANTED_MAX);
}

function either(text: string | null): Either {
  return text === '0' || text === '1' ? text : '';
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && startOfDay(text) !== null;
}

function days(text: string | null): Days {
  if (text === null || NAMED_DAYS.includes(text)) return text ?? '';
  const [from, to, ...more] = text.split(',');
  if (from === undefined || to === undefined || more.length > 0 || (from === '' && to === '')) return '';
  return [from, to].every((day) => day === '' || isDay(day)) ? text : '';
}

/** What the address says, checked; what is none of it is left out. */
export function narrowFrom(search: URLSearchParams): Narrow {
  const appt = search.get('appt') === 'soon' ? 'soon' : either(search.get('appt'));
  const due = DUES.find((one) => one === search.get('due')) ?? '';
  return {
    labels: numbers(search.get('labels'), 1),
    departments: numbers(search.get('departments'), 0),
    agents: words(search.get('agents')).slice(0, WANTED_MAX),
    priorities: words(search.get('priorities')).filter((letter) => letter.length === 1 && 'HMLN'.includes(letter)),
    channels: words(search.get('channels'))
      .filter((value) => /^\w{1,64}$/.test(value))
      .slice(0, CHANNELS_MAX),
    fields: fieldsFrom(search.get('fields')),
    replied: either(search.get('replied')),
    automatic: either(search.get('automatic')),
    answeredWithin: /^[1-9]\d{0,5}$/.exec(search.get('answeredWithin') ?? '')?.[0] ?? '',
    named: /^(number|contact_id):[1-9]\d{0,14}$/.exec(search.get('named') ?? '')?.[0] ?? '',
    received: days(search.get('received')),
    updated: days(search.get('updated')),
    appt,
    // What has no appointment has no time of it.
    appointment: appt === '0' ? '' : days(search.get('appointment')),
    due,
    mentioned: search.get('mentioned') === '1' ? '1' : '',
    following: search.get('following') === '1' ? '1' : '',
    snoozed: search.get('snoozed') === '1' ? '1' : '',
    // What is due is listed by when; the server does it in any case.
    sort: due === '' ? (SORTS.find((sort) => sort === search.get('sort')) ?? 'updated') : 'due',
  };
}

/** The same as an address; nothing stands there for what is not narrowed. */
export function narrowTo(now: URLSearchParams, narrow: Narrow): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(narrow) as [string, string | readonly unknown[]][]) {
    const text = typeof value === 'string' ? value : value.join(',');
    if (text === '' || (name === 'sort' && text === ANY.sort)) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

export function sameNarrow(a: Narrow, b: Narrow): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** How many things narrow a list; its order narrows nothing. */
export function narrowings(narrow: Narrow): number {
  return Object.entries(narrow).filter(([name, value]: [string, string | readonly unknown[]]) => name !== 'sort' && value.length > 0).length;
}

/** Unix seconds from midnight to midnight in the account's timezone, as the rows show their dates; what lies ahead has an end. */
export function spanOf(text: Days, now: number, ahead = false): [number | undefined, number | undefined] {
  if (text === '') return [undefined, undefined];
  const begin = (day: string, later = 0) => {
    const ms = startOfDay(day, later);
    return ms === null ? undefined : Math.floor(ms / 1000);
  };
  const before = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds - 1);
  const today = toField(now).slice(0, 10);
  if (ahead && (text === 'today' || text === 'week')) return [begin(today), before(begin(today, text === 'today' ? 1 : 7))];
  if (text === 'today') return [begin(today), undefined];
  if (text === 'yesterday') return [begin(today, -1), before(begin(today))];
  if (text === 'week') return [begin(today, -6), undefined];
  const [from = '', to = ''] = text.split(',');
  return [from === '' ? undefined : begin(from), to === '' ? undefined : before(begin(to, 1))];
}

/** The parameters of the call that loads a list. */
export function paramsOf(narrow: Narrow, now = Date.now()): Record<string, string | number | undefined> {
  const list = (values: readonly unknown[]) => (values.length === 0 ? undefined : values.join(','));
  const text = (value: string | undefined) => (value === '' ? undefined : value);
  const [received, receivedEnd] = spanOf(narrow.received, now);
  const [startDate, endDate] = spanOf(narrow.updated, now);
  const [apptStart, apptEnd] = spanOf(narrow.appointment, now, true);
  const [field, fieldValue] = narrow.named.split(':');
  return {
    labelFilter: list(narrow.labels),
    depFilter: list(narrow.departments),
    agent: list(narrow.agents),
    priorityFilter: list(narrow.priorities),
    channelFilter: list(narrow.channels),
    fieldFilter: list(narrow.fields),
    withReply: text(narrow.replied),
    automatic: text(narrow.automatic),
    replyTAT: text(narrow.answeredWithin),
    field: text(field),
    fieldValue,
    // What a ticket by itself does not tell has a switch of its own.
    advFilter: [narrow.replied, narrow.automatic, narrow.answeredWithin, field].some(Boolean) ? 1 : undefined,
    received,
    receivedEnd,
    startDate,
    endDate,
    appt: text(narrow.appt),
    apptStart,
    apptEnd,
    due: text(narrow.due),
    mentioned: text(narrow.mentioned),
    following: text(narrow.following),
    snoozed: text(narrow.snoozed),
    sort: narrow.sort === ANY.sort ? undefined : narrow.sort,
  };
}

type Judged = Pick<Ticket, 'ticket_number' | 'label' | 'department_id' | 'assignee' | 'severity' | 'channel' | 'hasResponded' | 'created_at' | 'ts' | 'other' | 'due'> & {
  contact_id?: number | null;
};

function within(seconds: number, text: Days, now: number, ahead = false): boolean {
  const [from, to] = spanOf(text, now, ahead);
  return (from === undefined || seconds >= from) && (to === undefined || seconds <= to);
}

function isThen(ticket: Judged, { appt, appointment }: Narrow, now: number): boolean {
  const at = appointmentOf(ticket);
  if (at === null) return appt !== '1' && appt !== 'soon' && appointment === '';
  return appt !== '0' && (appt !== 'soon' || isSoon(at, now)) && within(Math.floor(at / 1000), appointment, now, true);
}

/** Whether what is due of a ticket is what a list asks for. */
export function isDue(due: Pick<TicketDue, 'at'> | null | undefined, wanted: Due, now: number): boolean {
  if (wanted === 'soon') return isDueSoon(due, now);
  return wanted === 'overdue' ? isOverdue(due, now) : wanted === '' || dueAt(due) !== null;
}

function hasNamed(ticket: Judged, named: string): boolean {
  const [field, value] = named.split(':');
  return String(field === 'number' ? ticket.ticket_number : ticket.contact_id) === value;
}

/** Whether a list is narrowed to what a ticket by itself does not tell. */
export function onlyServerKnows(narrow: Narrow): boolean {
  const { automatic, answeredWithin, fields, mentioned, following, snoozed } = narrow;
  return automatic !== '' || answeredWithin !== '' || fields.length > 0 || mentioned !== '' || following !== '' || snoozed !== '';
}

/** Whether a ticket belongs to a list. Of what only the server knows, what was loaded stays. */
export function belongs(ticket: Judged, narrow: Narrow, known: boolean, now = Date.now()): boolean {
  const among = <Value>(list: readonly Value[], has: (value: Value) => boolean) => list.length === 0 || list.some(has);
  const people = ticket.assignee.split(',').map((name) => name.trim()).filter((name) => name !== '');
  const labels = labelIds(ticket);
  return (
    among(narrow.labels, (id) => labels.includes(id)) &&
    among(narrow.departments, (id) => (ticket.department_id ?? 0) === id) &&
    among(narrow.agents, (name) => (name === NOBODY ? people.length === 0 : people.includes(name))) &&
    among(narrow.priorities, (letter) => (ticket.severity === '' ? 'N' : ticket.severity) === letter) &&
    among(narrow.channels, (value) => value === ticket.channel) &&
    (narrow.replied === '' || ticket.hasResponded === (narrow.replied === '1')) &&
    (known || !onlyServerKnows(narrow)) &&
    (narrow.named === '' || hasNamed(ticket, narrow.named)) &&
    isThen(ticket, narrow, now) &&
    isDue(ticket.due, narrow.due, now) &&
    within(Math.floor(fromUtcText(ticket.created_at) / 1000), narrow.received, now) &&
    within(ticket.ts, narrow.updated, now)
  );
}

const PLACES = { H: 0, '': 1, M: 2, L: 3 };

type Ordered = Pick<Ticket, 'ts' | 'severity' | 'due'>;

/** What is never due comes last; two of that kind have to be equal, which two infinities are not. */
const whenDue = ({ due }: Ordered) => dueAt(due) ?? Number.MAX_SAFE_INTEGER;

/** Which of two tickets comes first; of two that are even, the one already in front stays there. */
export function compare(sort: ListSort): (a: Ordered, b: Ordered) => number {
  if (sort === 'due') return (a, b) => whenDue(a) - whenDue(b) || b.ts - a.ts;
  if (sort === 'oldest') return (a, b) => a.ts - b.ts;
  if (sort === 'priority') return (a, b) => PLACES[a.severity] - PLACES[b.severity] || b.ts - a.ts;
  return (a, b) => b.ts - a.ts;
}
