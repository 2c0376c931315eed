import type { Ticket } from '../../api/types';
import { place, type Shown } from '../model';

/** The cache of lists: what was shown of those that were left, in memory, so that they show at once on return. */
export interface KeptList extends Shown {
  rows: readonly Ticket[];
  count: number;
  countMore: boolean;
  more: 'none' | 'offered';
}

/** Lists, the least recently left first. */
const kept = new Map<string, KeptList>();
const KEPT_LISTS = 30;
const KEPT_ROWS = 300;

/** By list: how many rows are above what was seen. */
const places = new Map<string, number>();

/** Two lists that show the same have one key. */
export function listKey({ filter, narrow }: Shown): string {
  return `${filter} ${JSON.stringify(narrow)}`;
}

/** Keeps what a list shows as it is left. */
export function keepList(list: KeptList): void {
  const key = listKey(list);
  kept.delete(key);
  const { filter, narrow, count, countMore } = list;
  const isCut = list.rows.length > KEPT_ROWS;
  kept.set(key, { filter, narrow, count, countMore, rows: isCut ? list.rows.slice(0, KEPT_ROWS) : list.rows, more: isCut ? 'offered' : list.more });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_LISTS) break;
    kept.delete(oldest);
    places.delete(oldest);
  }
}

/** What a list showed when it was left; undefined where it is not in memory. */
export function keptList(shown: Shown): KeptList | undefined {
  return kept.get(listKey(shown));
}

/** How far a list was scrolled, in rows. */
export function placeOf(key: string): number {
  return places.get(key) ?? 0;
}

export function keepPlace(key: string, rows: number): void {
  places.set(key, rows);
}

/** A ticket that somewhere stands in a list that was left. */
export function findKept(isIt: (row: Ticket) => boolean): Ticket | undefined {
  for (const { rows } of kept.values()) {
    const found = rows.find(isIt);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every list that has a ticket, as it is without it or with it in another way. */
function change(id: number, of: (list: KeptList) => readonly Ticket[]): void {
  for (const [key, list] of kept) {
    if (!list.rows.some((row) => row.id === id)) continue;
    const rows = of(list);
    kept.set(key, { ...list, rows, count: Math.max(0, list.count + rows.length - list.rows.length) });
  }
}

/** A ticket that changed, into its place in the lists that have it. What comes to a list anew, its next reading brings. */
export function takeIntoKept(ticket: Ticket): void {
  change(ticket.id, (list) => place(list.rows, ticket, list));
}

/** Changes a row without moving it. */
export function amendInKept(id: number, amended: (row: Ticket) => Ticket): void {
  change(id, ({ rows }) => rows.map((row) => (row.id === id ? amended(row) : row)));
}

/** A ticket that this person sees no longer. */
export function dropFromKept(id: number): void {
  change(id, ({ rows }) => rows.filter((row) => row.id !== id));
}

/** Lets go of one list, which is read from its beginning. */
export function forgetList(shown: Shown): void {
  kept.delete(listKey(shown));
  places.delete(listKey(shown));
}

/** Lets go of what lists show, and not of how far they were scrolled: events do not tell what stands in them now. */
export function forgetLists(which: (list: Shown) => boolean): void {
  for (const [key, list] of kept) if (which(list)) kept.delete(key);
}

/** The rows of all of them. */
export function rowsKept(): Ticket[] {
  return [...kept.values()].flatMap(({ rows }) => rows);
}

/** Forgets everything. */
export function resetKept(): void {
  kept.clear();
  places.clear();
}
