import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimezone } from '../../../ui/dates';
import { ANY_CALL, callFilterFrom, callFilterTo, callQuery, narrowedBy } from './filter';
import { stopOf } from './voice';

const NOW = Date.UTC(2026, 1, 3, 12);
const from = (search: string) => callFilterFrom(new URLSearchParams(search));
const asked = (search: string) => Object.fromEntries(Object.entries(callQuery(from(search), NOW)).filter(([, value]) => value !== undefined));

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));
afterEach(() => setTimezone(undefined));

it.each<[string, Record<string, unknown>]>([
  ['', {}],
  ['direction=inbound&outcome=missed', { direction: 'inbound', outcome: 'missed' }],
  ['number=%2B60 12-345', { number: '6012345' }],
  ['assignee=-&did=0312345678', { assignee: '-', did: '0312345678' }],
  // As a report counts them, in whichever zone that was.
  ['startDate=2026-01-28&endDate=2026-02-03', { startDate: '2026-01-28', endDate: '2026-02-03' }],
  ['startDate=2026-01-28', { startDate: '2026-01-28' }],
  // As the rows show them: from midnight in Kuala Lumpur.
  ['days=today', { startDate: Date.UTC(2026, 1, 2, 16) / 1000 }],
  ['days=yesterday', { startDate: Date.UTC(2026, 1, 1, 16) / 1000, endDate: Date.UTC(2026, 1, 2, 16) / 1000 - 1 }],
  ['emotion=sad,angry,sad&energy=0&pace=100&personality=Open', { emotion: 'angry,sad', energy: 0, pace: 100, personality: 'Open' }],
  ['labelFilter=3&depFilter=0', { labelFilter: '3', depFilter: '0' }],
  ['labelFilter=x&depFilter=-1', {}],
  ['emotion=zen&energy=40&pace=fast&personality=+', {}],
  ['direction=sideways&outcome=1&days=ever&startDate=2026-02-30&number=abc&filter=pending&agents=anna', {}],
])('asks for %s', (search, query) => {
  expect(asked(search)).toEqual(query);
});

it('stands in the address as it was read, beside what else is there', () => {
  const search = 'filter=all&direction=outbound&outcome=answered&number=12&assignee=anna&did=0312&emotion=calm&energy=0&pace=75&personality=Open&labelFilter=3&depFilter=0&startDate=2026-01-28&endDate=2026-02-03';
  const filter = from(search);
  expect(narrowedBy(filter)).toBe(12);
  expect(callFilterTo(new URLSearchParams('filter=all'), filter).toString()).toBe(search);
  expect(callFilterTo(new URLSearchParams(search), ANY_CALL).toString()).toBe('filter=all');
  expect(callFilterTo(new URLSearchParams(search), { ...ANY_CALL, days: 'week' }).toString()).toBe('filter=all&days=week');
});

it('knows which of the five stops a percentage is nearest to', () => {
  expect([0, 12, 13, 50, 62, 63, 88, 100, 140].map(stopOf)).toEqual(['0', '0', '25', '50', '50', '75', '100', '100', '100']);
});
