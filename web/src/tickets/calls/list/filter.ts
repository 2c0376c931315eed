/** What the list of calls is narrowed to: as an address says it, and as it is asked for. */
import type { components } from '../../../api/openapi.gen';
import { isDay } from '../../../ui/isDay';
import { spanOf, type Days } from '../../narrow';
import { emotionsOf, STOPS, type Stop } from './voice';

type Schemas = components['schemas'];
export type Call = Schemas['Call'];
export type CallPage = Schemas['CallPage'];

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export const OUTCOMES = ['answered', 'missed', 'ongoing'] as const;

/** Empty means whatever there is. */
export interface CallFilter {
  direction: '' | (typeof DIRECTIONS)[number];
  outcome: '' | (typeof OUTCOMES)[number];
  /** Digits that stand somewhere in the customer's number. */
  number: string;
  /** A username, or `-` for calls of nobody. */
  assignee: string;
  /** The number that was called, or `-` where none is known. */
  did: string;
  days: Days;
  /** Names of emotions, separated by commas: any of them. */
  emotion: string;
  /** How loud the customer was: the nearest of five stops. */
  energy: '' | Stop;
  /** How fast they spoke. */
  pace: '' | Stop;
  /** Word for word. */
  personality: string;
  /** The id of a label that the call's ticket has, `0` for none. */
  labelFilter: string;
  /** The id of the department of the call's ticket, `0` for none. */
  depFilter: string;
}

export const ANY_CALL: CallFilter = { direction: '', outcome: '', number: '', assignee: '', did: '', days: '', emotion: '', energy: '', pace: '', personality: '', labelFilter: '', depFilter: '' };

/** As long as a text in an address may be. */
const TEXT_MAX = 64;
/** A helper may tell of a personality in a sentence, of which the core keeps so much. */
export const PERSONALITY_MAX = 100;
/** Digits that the core takes. */
const NUMBER_MAX = 40;
const NAMED_DAYS = ['today', 'yesterday', 'week'];

/** Reports lead here with their first and last day, so that these are what stands in the address, and not one word. */
function daysFrom(search: URLSearchParams): Days {
  const named = search.get('days') ?? '';
  if (NAMED_DAYS.includes(named)) return named;
  const [from, to] = ['startDate', 'endDate'].map((name) => search.get(name) ?? '').map((day) => (isDay(day) ? day : ''));
  return from === '' && to === '' ? '' : `${from},${to}`;
}

/** What the address says, checked; what is none of it is left out. */
export function callFilterFrom(search: URLSearchParams): CallFilter {
  const text = (name: string, max = TEXT_MAX) => (search.get(name) ?? '').trim().slice(0, max);
  const id = (name: string) => (/^\d{1,15}$/.test(search.get(name) ?? '') ? (search.get(name) ?? '') : '');
  const stop = (name: string) => STOPS.find((one) => one === search.get(name)) ?? '';
  return {
    direction: DIRECTIONS.find((one) => one === search.get('direction')) ?? '',
    outcome: OUTCOMES.find((one) => one === search.get('outcome')) ?? '',
    number: text('number').replace(/\D/g, '').slice(0, NUMBER_MAX),
    assignee: text('assignee'),
    did: text('did'),
    days: daysFrom(search),
    emotion: emotionsOf(search.get('emotion') ?? '').join(),
    energy: stop('energy'),
    pace: stop('pace'),
    personality: text('personality', PERSONALITY_MAX),
    labelFilter: id('labelFilter'),
    depFilter: id('depFilter'),
  };
}

/** The first and the last day where both are days, else the name that they have. */
function daysTo(days: Days): { days: string; startDate: string; endDate: string } {
  if (days === '' || NAMED_DAYS.includes(days)) return { days, startDate: '', endDate: '' };
  const [startDate = '', endDate = ''] = days.split(',');
  return { days: '', startDate, endDate };
}

/** The same as an address; nothing stands there for what is not narrowed. */
export function callFilterTo(now: URLSearchParams, { days, ...filter }: CallFilter): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries({ ...filter, ...daysTo(days) })) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** How many things narrow the list. */
export function narrowedBy(filter: CallFilter): number {
  return Object.values(filter).filter((value) => value !== '').length;
}

/**
 * What is asked for. Days by their date are left to the server, so that a list that a report leads to has the calls
 * that the report counted; those by a name are days as the rows show them.
 */
export function callQuery({ direction, outcome, number, assignee, did, days, emotion, energy, pace, personality, labelFilter, depFilter }: CallFilter, now: number) {
  const text = (value: string) => (value === '' ? undefined : value);
  const percent = (stop: '' | Stop) => (stop === '' ? undefined : Number(stop));
  const { startDate, endDate } = daysTo(days);
  const [from, until] = NAMED_DAYS.includes(days) ? spanOf(days, now) : [text(startDate), text(endDate)];
  return {
    direction: direction === '' ? undefined : direction,
    outcome: outcome === '' ? undefined : outcome,
    number: text(number),
    assignee: text(assignee),
    did: text(did),
    startDate: from,
    endDate: until,
    emotion: text(emotion),
    energy: percent(energy),
    pace: percent(pace),
    personality: text(personality),
    labelFilter: text(labelFilter),
    depFilter: text(depFilter),
  };
}
