import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { takeContact } from '../contacts';
import { ANY } from '../narrow';
import { groupsPlace, closeGroups, keepGroupsPlace, leaveGroups, loadGroup, openGroups, takeIntoGroups, useGroups } from './groups';
import { keepPlace, keptList, listKey, placeOf } from './kept';
import { amendRow, dropRow, knownRow, openList, reloadList, resetList, rowOf, showMore, takeTicket, useTicketList } from './store';

const OPEN = 'GET /api/ticket/load/-/open/ticket/0';
const CLOSED = 'GET /api/ticket/load/-/closed/ticket/0';
const OPEN_KEY = listKey({ filter: 'open', narrow: ANY });

const pageOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => aTicket({ id: from + at, ticket_number: from + at, ts: 10_000 - from - at }));
const list = () => useTicketList.getState();
const ids = () => list().rows.map(({ id }) => id);
const kept = () => keptList({ filter: 'open', narrow: ANY })?.rows.map(({ id }) => id);

/** The next answers to come only when they are told to. */
function slow(routes: Record<string, unknown>) {
  const waiting: (() => void)[] = [];
  serve(Object.fromEntries(Object.entries(routes).map(([key, body]) => [key, () => new Promise((resolve) => waiting.push(() => resolve({ body })))])));
  return { answer: () => waiting.splice(0).forEach((tell) => tell()) };
}

beforeEach(() => {
  resetList();
  serve({ [OPEN]: { body: { data: pageOf(1, 3), count: 3 } }, [CLOSED]: { body: { data: [], count: 0 } } });
});

describe('a list that was left', () => {
  beforeEach(async () => {
    await openList('open', true);
    await openList('closed', true);
  });

  it('shows its rows at once on return, and what is new of them behind', async () => {
    const { answer } = slow({ [OPEN]: { data: [aTicket({ id: 9, ts: 20_000 }), ...pageOf(1, 2)], count: 3 } });
    const opening = openList('open', true);
    expect(list()).toMatchObject({ phase: 'ready', filter: 'open', count: 3 });
    expect(ids()).toEqual([1, 2, 3]);
    answer();
    await opening;
    expect(ids()).toEqual([9, 1, 2]);
  });

  it('follows what happens to its tickets', async () => {
    takeTicket(aTicket({ id: 3, ts: 50_000 }), 'update');
    expect(kept()).toEqual([3, 1, 2]);
    takeTicket(aTicket({ id: 1, closed: 2, ts: 50_001 }), 'update');
    expect(kept()).toEqual([3, 2]);
    amendRow(2, (row) => ({ ...row, severity: 'H' }));
    expect(knownRow(2)?.severity).toBe('H');
    // It is not on screen.
    expect(rowOf(2)).toBeUndefined();
    dropRow(3);
    expect(kept()).toEqual([2]);
    expect(keptList({ filter: 'open', narrow: ANY })?.count).toBe(1);
    const { answer } = slow({ [OPEN]: { data: [], count: 0 } });
    const opening = openList('open', true);
    expect(ids()).toEqual([2]);
    answer();
    await opening;
  });

  it('has what its customers are called now', () => {
    amendRow(1, (row) => ({ ...row, contact_id: 7 }));
    takeContact({ id: 7, name: 'Mei', email: '', phone: '' } as Parameters<typeof takeContact>[0]);
    expect(knownRow(1)?.name).toBe('Mei');
  });

  it('stays on screen with what is wrong where it cannot be read behind, and goes where it may not be seen', async () => {
    serve({ [OPEN]: { status: 503, body: {} } });
    await openList('open', true);
    expect(list()).toMatchObject({ phase: 'ready', problem: { code: 'unavailable' } });
    expect(ids()).toEqual([1, 2, 3]);
    serve({ [OPEN]: { status: 403, body: {} } });
    await openList('open', true);
    expect(list()).toMatchObject({ phase: 'failed', problem: { code: 'forbidden' } });
  });

  it('is not known any more after a gap, nor after signing out', async () => {
    await reloadList();
    expect(kept()).toBeUndefined();
    await openList('open', true);
    await openList('closed', true);
    expect(kept()).toEqual([1, 2, 3]);
    keepPlace(OPEN_KEY, 12.5);
    resetList();
    expect([kept(), placeOf(OPEN_KEY)]).toEqual([undefined, 0]);
  });

  it('is read from its beginning where nobody keeps it', async () => {
    keepPlace(OPEN_KEY, 12.5);
    const { answer } = slow({ [OPEN]: { data: pageOf(1, 3), count: 3 } });
    const opening = openList('open');
    expect(list().phase).toBe('loading');
    expect(placeOf(OPEN_KEY)).toBe(0);
    answer();
    await opening;
  });
});

it('keeps lists by what they are narrowed to, thirty of them', async () => {
  const narrowed = (agent: number) => ({ ...ANY, agents: [`agent${agent}`] });
  for (let agent = 1; agent <= 32; agent += 1) await openList('open', true, narrowed(agent));
  // The last one is on screen, and not yet left.
  expect(keptList({ filter: 'open', narrow: narrowed(1) })).toBeUndefined();
  expect(keptList({ filter: 'open', narrow: narrowed(2) })?.rows).toHaveLength(3);
});

describe('a list of several pages', () => {
  beforeEach(async () => {
    serve({
      [OPEN]: { body: { data: pageOf(1, 30), count: 50 } },
      'GET /api/ticket/load/-/open/ticket/30': { body: { data: pageOf(31, 20), count: 50 } },
    });
    await openList('open', true);
    await showMore();
    expect(ids()).toHaveLength(50);
  });

  it('keeps its later pages while the first is read behind, so that nobody loses their place', async () => {
    serve({ [OPEN]: { body: { data: [aTicket({ id: 99, ts: 20_000 }), ...pageOf(1, 29)], count: 51 } } });
    await openList('open', true);
    expect(ids()).toHaveLength(51);
    expect(list()).toMatchObject({ more: 'none', count: 51 });
    expect(ids().slice(28, 32)).toEqual([28, 29, 30, 31]);
  });

  it('has the first alone where the two do not meet', async () => {
    serve({ [OPEN]: { body: { data: pageOf(-100, 30), count: 80 } } });
    await openList('open', true);
    expect(ids()).toHaveLength(30);
    expect(list().more).toBe('offered');
  });

  it('has the first alone after a gap', async () => {
    await reloadList();
    expect(ids()).toHaveLength(30);
  });
});

describe('groups that were left', () => {
  const COUNTS = 'GET /api/ticket/groups/department/open';
  const PAGE = 'GET /api/ticket/load2/department/open/ticket/0/7';
  const rows = (from: number, count: number) => pageOf(from, count).map((row) => ({ ...row, department_id: 7 }));
  const shown = () => useGroups.getState().groups.get(7)?.rows.map(({ id }) => id);

  beforeEach(async () => {
    closeGroups();
    serve({
      [COUNTS]: { body: { data: [{ id: 7, count: 12 }], countMore: false } },
      [PAGE]: { body: { data: rows(1, 10), count: 12 } },
      'GET /api/ticket/load2/department/open/ticket/10/7': { body: { data: rows(11, 2), count: 12 } },
    });
    await openGroups('department', 'open');
    await loadGroup(7);
    await loadGroup(7);
    keepGroupsPlace('department', 'open', 240);
    leaveGroups();
  });

  it('show at once on return what was open, and are read behind with their later pages', async () => {
    const { answer } = slow({ [COUNTS]: { data: [{ id: 7, count: 13 }], countMore: false }, [PAGE]: { data: [{ ...aTicket({ id: 90, ts: 20_000 }), department_id: 7 }, ...rows(1, 9)], count: 13 } });
    const opening = openGroups('department', 'open');
    expect(useGroups.getState()).toMatchObject({ by: 'department', phase: 'ready' });
    expect(shown()).toHaveLength(12);
    expect(groupsPlace('department', 'open')).toBe(240);
    answer();
    await opening;
    expect(shown()).toEqual([90, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(useGroups.getState().groups.get(7)).toMatchObject({ more: false, phase: 'ready' });
    expect(useGroups.getState().counts.get(7)).toBe(13);
  });

  it('follow what happens to their tickets', async () => {
    takeIntoGroups(aTicket({ id: 2, ts: 50_000, department_id: 7 }));
    takeIntoGroups(aTicket({ id: 1, ts: 50_001, department_id: 8 }));
    dropRow(3);
    const { answer } = slow({ [COUNTS]: { data: [], countMore: false }, [PAGE]: { data: [], count: 0 } });
    const opening = openGroups('department', 'open');
    expect(shown()?.slice(0, 3)).toEqual([2, 4, 5]);
    answer();
    await opening;
    vi.useRealTimers();
  });

  it('are not known after signing out', () => {
    closeGroups();
    slow({});
    void openGroups('department', 'open');
    expect(useGroups.getState().phase).toBe('loading');
    expect(groupsPlace('department', 'open')).toBe(0);
    closeGroups();
  });
});
