import { create } from 'zustand';
import { api } from '../../api/client';
import { labelIds } from '../../api/labels';
import { asProblem, type Problem } from '../../api/problem';
import { ticketsOf } from '../../api/rows';
import type { Ticket, TicketFilter } from '../../api/types';
import { append, inFilter, layFirst } from '../model';
import { compare } from '../narrow';
import { withPending } from '../pendingActs';

export type GroupedBy = 'department' | 'label';
export const GROUP_PAGE = 10;

/** What has been loaded of one department or label; 0 stands for tickets that have none. */
export interface Group {
  rows: readonly Ticket[];
  phase: 'loading' | 'ready';
  more: boolean;
  problem: Problem | null;
}

interface GroupsState {
  by: GroupedBy | null;
  filter: TicketFilter;
  phase: 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  counts: ReadonlyMap<number, number>;
  /** Of a long list only the newest tickets are counted. */
  countMore: boolean;
  /** Those that are open. */
  groups: ReadonlyMap<number, Group>;
}

const empty: GroupsState = {
  by: null,
  filter: 'open',
  phase: 'loading',
  problem: null,
  counts: new Map(),
  countMore: false,
  groups: new Map(),
};

export const useGroups = create<GroupsState>()(() => empty);

/** What was known of the groups of a tab as it was left. */
type KeptGroups = Pick<GroupsState, 'counts' | 'countMore' | 'groups'> & { by: GroupedBy; filter: TicketFilter };

/** By tab and status, in memory, so that it shows at once on return. */
const kept = new Map<string, KeptGroups>();

/** How far each of them was scrolled, in pixels. */
const places = new Map<string, number>();

const keyOf = (by: GroupedBy, filter: TicketFilter) => `${by} ${filter}`;

/** Counts follow what happens, but not each event by itself. */
const RECOUNT_MS = 1_500;
let recount: ReturnType<typeof setTimeout> | undefined;
/** Of two answers the one that was asked for later counts. */
let asked = 0;
/** What happened to a group while a page of it was on its way, which may be older than that. */
interface Meanwhile {
  left: Set<number>;
  came: Map<number, Ticket>;
}
const loading = new Map<number, Meanwhile>();

async function count(by: GroupedBy, filter: TicketFilter): Promise<void> {
  const mine = ++asked;
  const answer = await api.get('/api/ticket/groups/{group}/{filter}', { path: { group: by, filter } });
  if (mine !== asked) return;
  useGroups.setState({ phase: 'ready', problem: null, counts: new Map(answer.data.map((group) => [group.id, group.count])), countMore: answer.countMore });
}

async function countFirst(by: GroupedBy, filter: TicketFilter): Promise<void> {
  try {
    await count(by, filter);
  } catch (thrown) {
    const now = useGroups.getState();
    if (now.by === by && now.filter === filter && now.phase === 'loading') useGroups.setState({ phase: 'failed', problem: asProblem(thrown) });
  }
}

/** Shows what is in memory of a tab at once, and reads it behind. */
export async function openGroups(by: GroupedBy, filter: TicketFilter): Promise<void> {
  leaveGroups();
  const before = kept.get(keyOf(by, filter));
  useGroups.setState(before === undefined ? { by, filter } : { ...before, phase: 'ready' });
  await (before === undefined ? countFirst(by, filter) : readOpen(by, filter, 'behind'));
}

/** Leaves the tab, of which what was known stays in memory. */
export function leaveGroups(): void {
  const { by, filter, phase, counts, countMore, groups } = useGroups.getState();
  if (by !== null && phase === 'ready') {
    const rested = [...groups].map(([id, group]): [number, Group] => [id, group.phase === 'ready' ? group : { ...group, phase: 'ready', more: true }]);
    kept.set(keyOf(by, filter), { by, filter, counts, countMore, groups: new Map(rested) });
  }
  clearTimeout(recount);
  recount = undefined;
  asked += 1;
  loading.clear();
  useGroups.setState(empty, true);
}

/** The same, and forgets what was known. */
export function closeGroups(): void {
  leaveGroups();
  kept.clear();
  places.clear();
}

/** How far a tab was scrolled when it was left. */
export function groupsPlace(by: GroupedBy, filter: TicketFilter): number {
  return places.get(keyOf(by, filter)) ?? 0;
}

export function keepGroupsPlace(by: GroupedBy, filter: TicketFilter, top: number): void {
  places.set(keyOf(by, filter), top);
}

async function readOpen(by: GroupedBy, filter: TicketFilter, page: 'first' | 'behind'): Promise<void> {
  const groups = [...useGroups.getState().groups.keys()];
  await Promise.all([countFirst(by, filter).catch(() => undefined), ...groups.map((id) => loadGroup(id, page))]);
}

/** After an absence: the counts, and the first page of each group that is open. */
export async function reloadGroups(): Promise<void> {
  kept.clear();
  const { by, filter, phase } = useGroups.getState();
  if (by === null) return;
  if (phase === 'failed') useGroups.setState({ phase: 'loading', problem: null });
  await readOpen(by, filter, 'first');
}

function setGroup(id: number, group: Group | null): void {
  useGroups.setState(({ groups }) => {
    const next = new Map(groups);
    if (group === null) next.delete(id);
    else next.set(id, group);
    return { groups: next };
  });
}

/** The rows of a group once a page of it came; what is behind a first page that meets it stays. */
function withPage(now: Group, page: readonly Ticket[], which: 'next' | 'first' | 'behind', isFull: boolean): Group {
  if (which === 'next') return { rows: append(now.rows, page), phase: 'ready', more: isFull, problem: null };
  const rows = which === 'first' ? page : layFirst(page, now.rows, compare('updated'), isFull);
  return { rows, phase: 'ready', more: rows.length > page.length ? now.more : isFull, problem: null };
}

/** Loads the page behind what is there of a group; or its first one anew, instead of what is there, or `behind` it while it shows. */
export async function loadGroup(id: number, which: 'next' | 'first' | 'behind' = 'next'): Promise<void> {
  const { by, filter, groups } = useGroups.getState();
  const before = groups.get(id);
  if (by === null || (before?.phase === 'loading' && which === 'next')) return;
  const offset = which === 'next' ? (before?.rows.length ?? 0) : 0;
  const meanwhile: Meanwhile = { left: new Set(), came: new Map() };
  loading.set(id, meanwhile);
  if (which !== 'behind') setGroup(id, { rows: before?.rows ?? [], phase: 'loading', more: false, problem: null });
  // A group that was closed or asked for again meanwhile has one of its own.
  const mine = () => {
    if (loading.get(id) !== meanwhile) return undefined;
    loading.delete(id);
    return useGroups.getState().groups.get(id);
  };
  try {
    const { data } = await api.get('/api/ticket/load2/{group}/{filter}/ticket/{offset}/{id}', { path: { group: by, filter, offset, id } });
    const now = mine();
    if (now === undefined) return;
    const rows = ticketsOf(data).flatMap((row) => (meanwhile.left.has(row.id) ? [] : [withPending(row.id, row)]));
    setGroup(id, [...meanwhile.came.values()].reduce(withNewer, withPage(now, rows, which, data.length >= GROUP_PAGE)));
  } catch (thrown) {
    const now = mine();
    if (now !== undefined && which !== 'behind') setGroup(id, { ...now, phase: 'ready', more: true, problem: asProblem(thrown) });
  }
}

export function toggleGroup(id: number): void {
  loading.delete(id);
  if (useGroups.getState().groups.has(id)) setGroup(id, null);
  else void loadGroup(id);
}

function isOf(ticket: Ticket, by: GroupedBy, id: number): boolean {
  if (by === 'department') return (ticket.department_id ?? 0) === id;
  const labels = labelIds(ticket);
  return id === 0 ? labels.length === 0 : labels.includes(id);
}

/** The counts are asked for a moment after something happened, however much more happens. */
function countSoon(): void {
  recount ??= setTimeout(() => {
    recount = undefined;
    const { by, filter } = useGroups.getState();
    // The counts of before stay where they cannot be had.
    if (by !== null) count(by, filter).catch(() => undefined);
  }, RECOUNT_MS);
}

/** A group with a ticket of it in its place. */
function withTicket(group: Group, ticket: Ticket): Group {
  const others = group.rows.filter((row) => row.id !== ticket.id);
  const was = others.length < group.rows.length;
  const at = others.findIndex((row) => row.ts <= ticket.ts);
  const place = at === -1 ? others.length : at;
  // Behind the last row of a group that has more, nobody knows its place.
  const known = was || place < others.length || (!group.more && group.phase === 'ready');
  return { ...group, rows: known ? [...others.slice(0, place), ticket, ...others.slice(place)] : others };
}

/** The same, unless the group has a newer word of it. */
function withNewer(group: Group, ticket: Ticket): Group {
  const known = group.rows.find((row) => row.id === ticket.id);
  return known === undefined || known.ts <= ticket.ts ? withTicket(group, ticket) : group;
}

/** Every tab in memory, with the groups that have a ticket as they are now. */
function changeKept(ticketId: number, change: (group: Group, id: number, tab: KeptGroups) => readonly Ticket[]): void {
  for (const [key, tab] of kept) {
    const groups = [...tab.groups].map(([id, group]): [number, Group] =>
      group.rows.some((row) => row.id === ticketId) ? [id, { ...group, rows: change(group, id, tab) }] : [id, group],
    );
    kept.set(key, { ...tab, groups: new Map(groups) });
  }
}

/** A ticket that changed: into the open groups it belongs to, out of the others. */
export function takeIntoGroups(ticket: Ticket): void {
  changeKept(ticket.id, (group, id, tab) =>
    inFilter(ticket, tab.filter) && isOf(ticket, tab.by, id) ? withTicket(group, ticket).rows : group.rows.filter((row) => row.id !== ticket.id),
  );
  const { by, filter, groups } = useGroups.getState();
  if (by === null) return;
  for (const [id, group] of groups) {
    const belongs = inFilter(ticket, filter) && isOf(ticket, by, id);
    const meanwhile = loading.get(id);
    if (belongs) {
      meanwhile?.left.delete(ticket.id);
      meanwhile?.came.set(ticket.id, ticket);
      setGroup(id, withTicket(group, ticket));
      continue;
    }
    meanwhile?.left.add(ticket.id);
    meanwhile?.came.delete(ticket.id);
    if (group.rows.some((row) => row.id === ticket.id)) setGroup(id, { ...group, rows: group.rows.filter((row) => row.id !== ticket.id) });
  }
  countSoon();
}

/** Changes a ticket in every group it is in, without moving it. */
export function amendInGroups(id: number, change: (row: Ticket) => Ticket): void {
  changeKept(id, (group) => group.rows.map((row) => (row.id === id ? change(row) : row)));
  for (const [key, group] of useGroups.getState().groups) {
    const known = group.rows.find((row) => row.id === id);
    if (known === undefined) continue;
    const changed = change(known);
    loading.get(key)?.came.set(id, changed);
    setGroup(key, { ...group, rows: group.rows.map((row) => (row.id === id ? changed : row)) });
  }
}

/** A ticket that this person sees no longer. */
export function dropFromGroups(id: number): void {
  changeKept(id, (group) => group.rows.filter((row) => row.id !== id));
  const { by, groups } = useGroups.getState();
  if (by === null) return;
  for (const [key, group] of groups) {
    loading.get(key)?.left.add(id);
    loading.get(key)?.came.delete(id);
    if (group.rows.some((row) => row.id === id)) setGroup(key, { ...group, rows: group.rows.filter((row) => row.id !== id) });
  }
  countSoon();
}

/** The tickets of all open groups, each once. */
export function rowsOfGroups(): Ticket[] {
  return [...new Map([...useGroups.getState().groups.values()].flatMap(({ rows }) => rows.map((row) => [row.id, row] as const))).values()];
}
