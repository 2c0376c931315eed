import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FilterQuery } from '../../api/types';
import { setTimezone } from '../../ui/dates';
import { ANY, NOBODY, type Narrow } from '../narrow';
import { hasNamedDays, listAddress, narrowOf, queryOf } from './viewQuery';

const NOW = Date.UTC(2026, 10, 22, 2);
/** Midnight of the 22nd of November in Kuala Lumpur. */
const MIDNIGHT = Date.UTC(2026, 10, 21, 16) / 1000;
const DAY = 86_400;
const narrow = (part: Partial<Narrow>): Narrow => ({ ...ANY, ...part });

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));
afterEach(() => setTimezone(''));

/** What of a query is not empty. */
const told = (query: FilterQuery) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

describe('a view and what it narrows a list to', () => {
  it.each<[string, Partial<Narrow>, Partial<FilterQuery>]>([
    ['nothing', {}, {}],
    ['agents', { agents: ['anna', NOBODY] }, { agent: 'anna,-' }],
    ['labels and departments', { labels: [1, 5], departments: [0, 2] }, { labelFilter: '1,5', depFilter: '0,2' }],
    ['priorities and channels', { priorities: ['H', 'N'], channels: ['SMS'] }, { priorityFilter: 'H,N', channelFilter: 'SMS' }],
    ['custom fields', { fields: ['3:1', '4:0'] }, { fieldFilter: '3:1,4:0' }],
    ['answers', { replied: '0', automatic: '1', answeredWithin: '30' }, { withReply: '0', automatic: '1', replyTAT: '30', advFilter: '1' }],
    ['a field by its value', { named: 'number:12' }, { field: 'number', fieldValue: '12', advFilter: '1' }],
    ['an appointment', { appt: 'soon' }, { appt: 'soon' }],
    ['what is due', { due: 'overdue', sort: 'due' }, { due: 'overdue', sort: 'due' }],
    ['an order', { sort: 'priority' }, { sort: 'priority' }],
    [
      'days',
      { received: '2026-11-22,2026-11-23', updated: ',2026-11-22', appointment: '2026-11-22,' },
      {
        received: String(MIDNIGHT),
        receivedEnd: String(MIDNIGHT + 2 * DAY - 1),
        endDate: String(MIDNIGHT + DAY - 1),
        apptStart: String(MIDNIGHT),
      },
    ],
  ])('are the same both ways: %s', (_what, part, query) => {
    expect(told(queryOf(narrow(part), NOW))).toEqual(query);
    expect(narrowOf(query)).toEqual(narrow(part));
  });

  it.each<[string, Partial<Narrow>, Partial<Narrow>]>([
    ['today', { received: 'today' }, { received: '2026-11-22,' }],
    ['yesterday', { updated: 'yesterday' }, { updated: '2026-11-21,2026-11-21' }],
    ['the week to come', { appointment: 'week' }, { appointment: '2026-11-22,2026-11-28' }],
  ])('keep %s as its dates', (_what, named, dated) => {
    expect(hasNamedDays(narrow(named))).toBe(true);
    expect(narrowOf(queryOf(narrow(named), NOW))).toEqual(narrow(dated));
    expect(hasNamedDays(narrow(dated))).toBe(false);
  });

  it.each<[string, Partial<FilterQuery>, Partial<Narrow>]>([
    ['what the switch leaves out', { advFilter: '0', withReply: '1', field: 'number', fieldValue: '3', agent: 'anna' }, { agents: ['anna'] }],
    ['no moment', { received: 'soon', receivedEnd: '-4' }, {}],
    ['an unknown order', { sort: 'colour' }, {}],
    ['an unknown field', { field: 'colour', fieldValue: 'red' }, {}],
  ])('leave out %s', (_what, query, part) => {
    expect(narrowOf(query)).toEqual(narrow(part));
  });
});

it('writes an address in one way only', () => {
  expect(listAddress('open', ANY).toString()).toBe('');
  expect(listAddress('all', narrow({ agents: ['anna'], sort: 'updated' })).toString()).toBe('filter=all&agents=anna');
});
