import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { ANY } from '../narrow';
import { clicked, dropRow, openList, resetList, showMore, takeTicket, useTicketList } from './store';

const pageOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => aTicket({ id: from + index, ts: 10_000 - from - index }));
const ids = () => useTicketList.getState().rows.map((row) => row.id);

beforeEach(() => {
  resetList();
  vi.useRealTimers();
});

describe('loading', () => {
  it('offers more only after a full page, and lays the next one behind', async () => {
    serve({
      'GET /api/ticket/load/-/open/ticket/0': { body: { data: pageOf(1, 30), count: 31, status: 'success' } },
      'GET /api/ticket/load/-/open/ticket/30': { body: { data: pageOf(31, 1), count: 31, status: 'success' } },
    });
    await openList('open');
    expect(useTicketList.getState()).toMatchObject({ phase: 'ready', more: 'offered', count: 31 });
    await showMore();
    expect(ids()).toHaveLength(31);
    expect(useTicketList.getState().more).toBe('none');
  });

  it('says what failed and stops loading', async () => {
    serve({ 'GET /api/ticket/load/-/open/ticket/0': { status: 500, body: { description: 'The database is away.' } } });
    await openList('open');
    expect(useTicketList.getState().phase).toBe('failed');
    expect(useTicketList.getState().problem?.description).toBe('The database is away.');
  });

  it('ignores an answer that a later choice overtook', async () => {
    let release = () => {};
    serve({
      'GET /api/ticket/load/-/open/ticket/0': () =>
        new Promise((resolve) => {
          release = () => resolve({ body: { data: pageOf(1, 2), count: 2 } });
        }),
      'GET /api/ticket/load/-/closed/ticket/0': { body: { data: [], count: 0 } },
    });
    const first = openList('open');
    await openList('closed');
    release();
    await first;
    expect(useTicketList.getState()).toMatchObject({ filter: 'closed', rows: [] });
  });
});

describe('events', () => {
  async function ready(filter: 'open' | 'closed', rows = pageOf(1, 3)) {
    serve({ [`GET /api/ticket/load/-/${filter}/ticket/0`]: { body: { data: rows, count: rows.length } } });
    await openList(filter);
  }

  it('inserts a new ticket on top of the open list', async () => {
    await ready('open');
    takeTicket(aTicket({ id: 50, ts: 20_000 }), 'new');
    expect(ids()).toEqual([50, 1, 2, 3]);
    expect(useTicketList.getState()).toMatchObject({ count: 4, notices: [] });
    expect(useTicketList.getState().fresh.has(50)).toBe(true);
  });

  it('only gives notice on another filter, forty at most', async () => {
    await ready('closed', []);
    for (let id = 1; id <= 45; id += 1) takeTicket(aTicket({ id, ts: id }), 'new');
    expect(ids()).toEqual([]);
    expect(useTicketList.getState().notices).toHaveLength(40);
  });

  it('keeps the newest forty after an insert', async () => {
    await ready('open', pageOf(1, 45));
    takeTicket(aTicket({ id: 99, ts: 20_000 }), 'new');
    expect(ids()).toHaveLength(40);
    expect(useTicketList.getState().more).toBe('offered');
  });

  it('does not count or show the same event twice', async () => {
    await ready('open');
    const ticket = aTicket({ id: 50, ts: 20_000 });
    takeTicket(ticket, 'new');
    takeTicket(ticket, 'new');
    expect(ids()).toEqual([50, 1, 2, 3]);
    expect(useTicketList.getState().count).toBe(4);
  });

  it('ends the highlight five seconds after a click, one second after an update', async () => {
    await ready('open');
    vi.useFakeTimers();
    takeTicket(aTicket({ id: 50, ts: 20_000 }), 'new');
    clicked(50);
    vi.advanceTimersByTime(4_900);
    expect(useTicketList.getState().fresh.has(50)).toBe(true);
    vi.advanceTimersByTime(200);
    expect(useTicketList.getState().fresh.has(50)).toBe(false);
    takeTicket(aTicket({ id: 3, ts: 30_000 }), 'update');
    vi.advanceTimersByTime(1_100);
    expect(useTicketList.getState().fresh.has(3)).toBe(false);
  });
});

describe('labels', () => {
  async function labelled(rows = [aTicket({ id: 1, ts: 30, label: '[5]' })]) {
    const urls: string[] = [];
    serve({
      'GET /api/ticket/load/-/open/ticket/0': ({ url }) => {
        urls.push(url.search);
        return { body: { data: rows, count: rows.length } };
      },
    });
    await openList('open', false, { ...ANY, labels: [3, 5] });
    return urls;
  }

  it('asks for tickets with any of them', async () => {
    expect(await labelled()).toEqual(['?labelFilter=3%2C5']);
    expect(useTicketList.getState()).toMatchObject({ narrow: { labels: [3, 5] }, count: 1 });
  });

  it('takes in what gets such a label, and out what loses its last', async () => {
    await labelled();
    takeTicket(aTicket({ id: 2, ts: 40, label: '[9,3]' }), 'update');
    expect(ids()).toEqual([2, 1]);
    takeTicket(aTicket({ id: 1, ts: 50, label: '[9]' }), 'update');
    expect(ids()).toEqual([2]);
    expect(useTicketList.getState().count).toBe(1);
  });

  it('gives notice of a new ticket that the labels leave out', async () => {
    await labelled();
    takeTicket(aTicket({ id: 7, ts: 60 }), 'new');
    expect(ids()).toEqual([1]);
    expect(useTicketList.getState().notices).toEqual([7]);
  });
});

describe('a list of which only a part is loaded', () => {
  const full = (count: number) => serve({ 'GET /api/ticket/load/-/open/ticket/0': { body: { data: pageOf(1, 30), count } } });

  it('does not count twice what comes up from below, and asks after a while', async () => {
    full(90);
    await openList('open');
    vi.useFakeTimers();
    full(91);
    takeTicket(aTicket({ id: 77, ts: 20_000 }), 'update');
    expect(ids()[0]).toBe(77);
    expect(useTicketList.getState().count).toBe(90);
    dropRow(500);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(useTicketList.getState().count).toBe(91);
  });

  it('lets go of a row that goes behind its last one', async () => {
    serve({
      'GET /api/ticket/load/-/open/ticket/0': { body: { data: pageOf(1, 30).map((row) => ({ ...row, ts: row.id })), count: 90 } },
      'GET /api/ticket/load/-/open/ticket/29': { body: { data: [aTicket({ id: 31, ts: 31 })], count: 90 } },
    });
    await openList('open', false, { ...ANY, sort: 'oldest' });
    takeTicket(aTicket({ id: 30, ts: 30, severity: 'H' }), 'update');
    expect(ids().at(-1)).toBe(30);
    takeTicket(aTicket({ id: 4, ts: 500 }), 'update');
    expect(ids()).not.toContain(4);
    expect(useTicketList.getState().count).toBe(90);
    await showMore();
    expect(ids().slice(-2)).toEqual([30, 31]);
  });

  it('puts nothing behind its last row, where nobody knows what is between', async () => {
    full(90);
    await openList('open');
    takeTicket(aTicket({ id: 77, ts: 5 }), 'update');
    expect(ids()).not.toContain(77);
  });
});

it('does not lose what came in while the page was on its way', async () => {
  let release = () => {};
  serve({
    'GET /api/ticket/load/-/open/ticket/0': () =>
      new Promise((resolve) => {
        release = () => resolve({ body: { data: pageOf(1, 2), count: 2 } });
      }),
  });
  const loading = openList('open');
  takeTicket(aTicket({ id: 2, ts: 20_000, snippet: 'Newer' }), 'update');
  takeTicket(aTicket({ id: 1, ts: 1, snippet: 'Older' }), 'update');
  takeTicket(aTicket({ id: 9, ts: 30_000 }), 'new');
  release();
  await loading;
  expect(useTicketList.getState().rows.map(({ id, snippet }) => [id, snippet])).toEqual([[9, 'Hello'], [2, 'Newer'], [1, 'Hello']]);
  expect(useTicketList.getState().count).toBe(3);
});
