import { create } from 'zustand';
import { api } from '../../api/client';
import { labelIds } from '../../api/labels';
import { asProblem, type Problem } from '../../api/problem';
import { ticketsOf } from '../../api/rows';
import type { Ticket, TicketFilter } from '../../api/types';
import { append, inFilter } from '../model';

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

export async function openGroups(by: GroupedBy, filter: TicketFilter): Promise<void> {
  closeGroups();
  useGroups.setState({ by, filter });
  await countFirst(by, filter);
}

/** Leaves the tab; nothing is followed any longer. */
export function closeGroups(): void {
  clearTimeout(recount);
  recount = undefined;
  asked += 1;
  loading.clear();
  useGroups.setState(empty, true);
}

/** After an absence: the counts, and the first page of each group that is open. */
export async function reloadGroups(): Promise<void> {
  const { by, filter, groups, phase } = useGroups.getState();
  if (by === null) return;
  if (phase === 'failed') useGroups.setState({ phase: 'loading', problem: null });
  await Promise.all([countFirst(by, filter).catch(() => undefined), ...[...groups.keys()].map((id) => loadGroup(id, true))]);
}

function setGroup(id: number, group: Group | null): void {
  useGroups.setState(({ groups }) => {
    const next = new Map(groups);
    if (group === null) next.delete(id);
    else next.set(id, group);
    return { groups: next };
  });
}

/** Loads the first page of a group, or the one behind what is there. */
export async function loadGroup(id: number, anew = false): Promise<void> {
  const { by, filter, groups } = useGroups.getState();
  const before = groups.get(id);
  if (by === null || (before?.phase === 'loading' && !anew)) return;
  const offset = anew ? 0 : (before?.rows.length ?? 0);
  const meanwhile: Meanwhile = { left: new Set(), came: new Map() };
  loading.set(id, meanwhile);
  setGroup(id, { rows: before?.rows ?? [], phase: 'loading', more: false, problem: null });
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
    const rows = ticketsOf(data).filter((row) => !meanwhile.left.has(row.id));
    const page: Group = { rows: anew ? rows : append(now.rows, rows), phase: 'ready', more: data.length >= GROUP_PAGE, problem: null };
    setGroup(id, [...meanwhile.came.values()].reduce(withNewer, page));
  } catch (thrown) {
    const now = mine();
    if (now !== undefined) setGroup(id, { ...now, phase: 'ready', more: true, problem: asProblem(thrown) });
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

/** A ticket that changed: into the open groups it belongs to, out of the others. */
export function takeIntoGroups(ticket: Ticket): void {
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
