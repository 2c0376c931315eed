import { describe, expect, it } from 'vitest';
import { aChannel, aTicket } from '../../tests/builders';
import { append, assigneesOf, filterFrom, inFilter, inList, kindOf, place } from './model';
import { ANY } from './narrow';

const OPEN = { filter: 'open', narrow: ANY } as const;

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

it('a ticket is in a list under its filter when it has what the list is narrowed to', () => {
  const ticket = aTicket({ label: '[3,5]' });
  const labels = (...ids: number[]) => ({ ...ANY, labels: ids });
  expect(inList(ticket, { filter: 'open', narrow: labels(5, 9) }, false)).toBe(true);
  expect(inList(ticket, { filter: 'open', narrow: labels(9) }, false)).toBe(false);
  expect(inList(aTicket(), OPEN, false)).toBe(true);
  expect(inList(ticket, { filter: 'closed', narrow: labels(5) }, false)).toBe(false);
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
    ['livechat', aChannel('LIVECHAT', { opens: 'livechat' })],
  ]);
  expect(kindOf(aTicket({ channel: 'LiveChat' }), channels)).toBe('livechat');
  expect(kindOf(aTicket({ channel: 'SMS' }), channels)).toBe('ticket');
});
