import { describe, expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import { append, assigneesOf, filterFrom, inFilter, inList, kindOf, labelsFrom, place } from './model';

const OPEN = { filter: 'open', labels: [] } as const;

describe('filters', () => {
  it.each([
    [null, 'open'],
    ['pending', 'pending'],
    ['nonsense', 'open'],
  ])('reads %s from the address as %s', (text, filter) => {
    expect(filterFrom(text)).toBe(filter);
  });

  it.each([
    [0, 'open', true],
    [1, 'pending', true],
    [2, 'solved', true],
    [3, 'closed', true],
    [2, 'open', false],
    [3, 'all', true],
  ] as const)('status %s in %s: %s', (closed, filter, expected) => {
    expect(inFilter(aTicket({ closed }), filter)).toBe(expected);
  });
});

describe('labels', () => {
  it.each([
    [null, []],
    ['', []],
    ['7,3,7', [3, 7]],
    ['x,-1,1.5,4', [4]],
    ['1,2,3,4,5,6,7,8,9', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('reads %s from the address as %j', (text, ids) => {
    expect(labelsFrom(text)).toEqual(ids);
  });

  it('any of them is enough, none means all, and the filter holds as well', () => {
    const ticket = aTicket({ label: '[3,5]' });
    expect(inList(ticket, { filter: 'open', labels: [5, 9] })).toBe(true);
    expect(inList(ticket, { filter: 'open', labels: [9] })).toBe(false);
    expect(inList(aTicket(), OPEN)).toBe(true);
    expect(inList(ticket, { filter: 'closed', labels: [5] })).toBe(false);
  });
});

describe('place', () => {
  const rows = [aTicket({ id: 1, ts: 30 }), aTicket({ id: 2, ts: 20 }), aTicket({ id: 3, ts: 10 })];
  const ids = (list: readonly { id: number }[]) => list.map((row) => row.id);

  it('moves an updated ticket to the top', () => {
    expect(ids(place(rows, aTicket({ id: 3, ts: 40 }), OPEN))).toEqual([3, 1, 2]);
  });
  it('puts the later of two in one second in front', () => {
    expect(ids(place(rows, aTicket({ id: 9, ts: 30 }), OPEN))).toEqual([9, 1, 2, 3]);
  });
  it('takes a ticket out that left the filter', () => {
    expect(ids(place(rows, aTicket({ id: 2, ts: 40, closed: 2 }), OPEN))).toEqual([1, 3]);
  });
  it('does the same twice without doubling', () => {
    const ticket = aTicket({ id: 4, ts: 25 });
    expect(ids(place(place(rows, ticket, OPEN), ticket, OPEN))).toEqual([1, 4, 2, 3]);
  });
  it('lays a page behind without repeating rows that moved', () => {
    expect(ids(append(rows, [aTicket({ id: 3 }), aTicket({ id: 5 })]))).toEqual([1, 2, 3, 5]);
  });
});

it('splits the assignees', () => {
  expect(assigneesOf(aTicket({ assignee: 'agent1, agent2,' }))).toEqual(['agent1', 'agent2']);
});

it('asks the declarations which list a channel belongs to, without case', () => {
  const channels = new Map([
    ['livechat', { value: 'LIVECHAT', name: '', group: '', opens: 'livechat' as const, color: '', icon: '' }],
  ]);
  expect(kindOf(aTicket({ channel: 'LiveChat' }), channels)).toBe('livechat');
  expect(kindOf(aTicket({ channel: 'SMS' }), channels)).toBe('ticket');
});
