import { expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import { ANY, filterFrom, filterTo, heldBack, interactionsOf, merged, type LoadedList } from './model';

const list = (rows: [id: number, ts: number][], hasMore = false): LoadedList => ({ rows: rows.map(([id, ts]) => aTicket({ id, ts })), hasMore });
const ids = (lists: LoadedList[]) => merged(lists).map(({ id }) => id);

it.each([
  ['', ANY],
  ['channel=TELEGRAM&from=2026-01-02&until=2026-01-31', { channel: 'TELEGRAM', from: '2026-01-02', until: '2026-01-31' }],
  ['from=2026-02-30&until=soon&channel=a%20b', ANY],
  // The server takes no range that ends before it begins.
  ['from=2026-01-31&until=2026-01-02', { channel: '', from: '2026-01-02', until: '2026-01-31' }],
])('the address ?%s means what it says', (search, expected) => {
  expect(filterFrom(new URLSearchParams(search))).toEqual(expected);
});

it('keeps whose timeline it is where its filter changes', () => {
  const narrowed = filterTo(new URLSearchParams('contact=u7'), { channel: 'SMS', from: '2026-01-02', until: '' });
  expect(narrowed.toString()).toBe('contact=u7&channel=SMS&from=2026-01-02');
  expect(filterTo(narrowed, ANY).toString()).toBe('contact=u7');
});

it('lays lists into one another, the newest first and each row once', () => {
  expect(ids([list([[1, 50], [2, 30]]), list([[3, 40], [2, 30], [4, 10]])])).toEqual([1, 3, 2, 4]);
});

it('holds back what is older than what a list still has to come', () => {
  const tickets = list([[1, 50], [2, 40]], true);
  const chats = list([[3, 45], [4, 20]]);
  expect(ids([tickets, chats])).toEqual([1, 3, 2]);
  expect(heldBack([tickets, chats])).toEqual([tickets]);
  // Of two unfinished lists the one that is known less far comes first.
  const further = list([[3, 45], [4, 20]], true);
  expect(heldBack([tickets, further])).toEqual([tickets]);
  expect(heldBack([chats])).toEqual([]);
});

it('takes live chats out of their visits', () => {
  const visit = { session_id: 1, session_name: 'Mei', collapsed: false, ts: 1, sessions: 1, livechats: [aTicket({ id: 5 }), aTicket({ id: 6 })] };
  expect(interactionsOf([aTicket({ id: 4 }), visit]).map(({ id }) => id)).toEqual([4, 5, 6]);
});
