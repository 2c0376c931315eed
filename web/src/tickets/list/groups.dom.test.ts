import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { amendInGroups, closeGroups, dropFromGroups, loadGroup, openGroups, reloadGroups, takeIntoGroups, toggleGroup, useGroups } from './groups';

const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => aTicket({ id: from + at, ts: 1000 - from - at, department_id: 7 }));
const ids = (id: number) => useGroups.getState().groups.get(id)?.rows.map((row) => row.id);

beforeEach(() => {
  closeGroups();
  serve({
    'GET /api/ticket/groups/department/open': { body: { data: [{ id: 0, count: 3 }, { id: 7, count: 12 }], countMore: false } },
    'GET /api/ticket/load2/department/open/ticket/0/7': { body: { data: rows(1, 10), count: 12 } },
    'GET /api/ticket/load2/department/open/ticket/10/7': { body: { data: rows(11, 2), count: 12 } },
    'GET /api/ticket/load2/department/open/ticket/0/9': { status: 500, body: { error: { code: 'unavailable', message: 'Away.' } } },
  });
});

afterEach(() => vi.useRealTimers());

it('counts the groups and loads ten of one, then the rest', async () => {
  await openGroups('department', 'open');
  expect([...useGroups.getState().counts]).toEqual([[0, 3], [7, 12]]);
  await loadGroup(7);
  expect(ids(7)).toHaveLength(10);
  expect(useGroups.getState().groups.get(7)?.more).toBe(true);
  await loadGroup(7);
  expect(ids(7)).toHaveLength(12);
  expect(useGroups.getState().groups.get(7)?.more).toBe(false);
  toggleGroup(7);
  expect(ids(7)).toBeUndefined();
});

it('says what failed in the group it failed in, and lets it be tried again', async () => {
  await openGroups('department', 'open');
  await loadGroup(9);
  expect(useGroups.getState().groups.get(9)).toMatchObject({ rows: [], phase: 'ready', more: true, problem: { code: 'unavailable' } });
});

it('moves a ticket between the open groups', async () => {
  await openGroups('department', 'open');
  await loadGroup(7);
  await loadGroup(7);
  takeIntoGroups(aTicket({ id: 3, ts: 5000, department_id: 7 }));
  expect(ids(7)?.[0]).toBe(3);
  takeIntoGroups(aTicket({ id: 3, ts: 5001, department_id: 8 }));
  expect(ids(7)).not.toContain(3);
  takeIntoGroups(aTicket({ id: 4, ts: 5002, department_id: 7, closed: 3 }));
  expect(ids(7)).not.toContain(4);
  expect(ids(7)).toHaveLength(10);
});

it('does not bring back what left while its page was on its way', async () => {
  let release = () => {};
  serve({
    'GET /api/ticket/groups/department/open': { body: { data: [{ id: 7, count: 3 }], countMore: false } },
    'GET /api/ticket/load2/department/open/ticket/0/7': () =>
      new Promise((resolve) => {
        release = () => resolve({ body: { data: rows(1, 3), count: 3 } });
      }),
  });
  await openGroups('department', 'open');
  const loading = loadGroup(7);
  takeIntoGroups(aTicket({ id: 2, ts: 5000, department_id: 8 }));
  release();
  await loading;
  expect(ids(7)).toEqual([1, 3]);
});

it('does not lay an older page over what came in while it was on its way', async () => {
  await openGroups('department', 'open');
  await loadGroup(7);
  let release = () => {};
  serve({
    'GET /api/ticket/groups/department/open': { body: { data: [{ id: 7, count: 4 }], countMore: false } },
    'GET /api/ticket/load2/department/open/ticket/0/7': () =>
      new Promise((resolve) => {
        release = () => resolve({ body: { data: rows(1, 3), count: 3 } });
      }),
  });
  const loading = loadGroup(7, 'first');
  await Promise.resolve();
  takeIntoGroups(aTicket({ id: 2, ts: 5000, department_id: 7, snippet: 'Newer' }));
  takeIntoGroups(aTicket({ id: 90, ts: 6000, department_id: 7 }));
  amendInGroups(3, (row) => ({ ...row, read: false }));
  release();
  await loading;
  expect(useGroups.getState().groups.get(7)?.rows.map(({ id, snippet, read }) => [id, snippet, read])).toEqual([
    [90, 'Hello', true],
    [2, 'Newer', true],
    [1, 'Hello', true],
    [3, 'Hello', false],
  ]);
});

it('keeps the last of a group in its place when only its face changes', async () => {
  await openGroups('department', 'open');
  await loadGroup(7);
  takeIntoGroups(aTicket({ id: 10, ts: 990, department_id: 7, severity: 'H' }));
  expect(ids(7)?.at(-1)).toBe(10);
  dropFromGroups(10);
  expect(ids(7)).toHaveLength(9);
});

it('counts again although something happens all the time', async () => {
  await openGroups('department', 'open');
  vi.useFakeTimers();
  const { asked } = serve({ 'GET /api/ticket/groups/department/open': { body: { data: [{ id: 7, count: 40 }], countMore: false } } });
  for (let at = 0; at < 4; at += 1) {
    takeIntoGroups(aTicket({ id: 90 + at, department_id: 9 }));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(useGroups.getState().counts.get(7)).toBe(40);
});

it('loads anew after an absence what was open', async () => {
  await openGroups('department', 'open');
  await loadGroup(7);
  serve({
    'GET /api/ticket/groups/department/open': { body: { data: [{ id: 7, count: 2 }], countMore: false } },
    'GET /api/ticket/load2/department/open/ticket/0/7': { body: { data: rows(50, 2), count: 2 } },
  });
  await reloadGroups();
  expect(ids(7)).toEqual([50, 51]);
  expect(useGroups.getState().counts.get(7)).toBe(2);
});
