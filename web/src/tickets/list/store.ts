import { create } from 'zustand';
import { api } from '../../api/client';
import { usePlugins } from '../../api/plugins';
import { asProblem, type Problem } from '../../api/problem';
import { ticketsOf } from '../../api/rows';
import type { Ticket, TicketFilter, TicketPage } from '../../api/types';
import { append, inList, KEPT_NOTICES, KEPT_ROWS, kindOf, layFirst, PAGE, place, type Shown } from '../model';
import { ANY, compare, narrowings, onlyServerKnows, paramsOf, sameNarrow, type Narrow } from '../narrow';
import { withPending } from '../pendingActs';
import { amendInGroups, dropFromGroups, rowsOfGroups, takeIntoGroups, useGroups } from './groups';
import { amendInKept, dropFromKept, findKept, forgetList, forgetLists, keepList, keptList, resetKept, rowsKept, takeIntoKept, type KeptList } from './kept';

type Phase = 'idle' | 'loading' | 'ready' | 'failed';

export interface ListState {
  filter: TicketFilter;
  narrow: Narrow;
  rows: Ticket[];
  count: number;
  /** A long list has more than its count says. */
  countMore: boolean;
  phase: Phase;
  problem: Problem | null;
  /** Whether a further page exists, and whether it is on its way. */
  more: 'none' | 'offered' | 'loading';
  /** New tickets that came while another filter was shown. */
  notices: readonly number[];
  /** Rows that arrived while watching; the highlight goes after a click or shortly after an update. */
  fresh: ReadonlySet<number>;
}

const empty: ListState = {
  filter: 'open',
  narrow: ANY,
  rows: [],
  count: 0,
  countMore: false,
  phase: 'idle',
  problem: null,
  more: 'none',
  notices: [],
  fresh: new Set(),
};

export const useTicketList = create<ListState>()(() => empty);

const CLICKED_MS = 5_000;
const UPDATED_MS = 1_000;
/** How long a count may be wrong that this page cannot work out. */
const RECOUNT_MS = 10_000;

let load = 0;
/** What came in while the first page was on its way, and may be newer than it. */
let meanwhile: [Ticket, Arrival][] | null = null;
let recount: ReturnType<typeof setTimeout> | undefined;

/** New to the desk; changed; or back in a list that it had only seemed to leave. */
type Arrival = 'new' | 'update' | 'back';

function takeMeanwhile(): [Ticket, Arrival][] {
  const came = meanwhile ?? [];
  meanwhile = null;
  return came;
}

function page({ filter, narrow }: Shown, offset: number): Promise<TicketPage> {
  return api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path: { token: '-', filter, kind: 'ticket', offset }, query: paramsOf(narrow) });
}

/** The rows of an answer, with what somebody just did to them. */
function rowsOf(answer: TicketPage): Ticket[] {
  return ticketsOf(answer.data).map((row) => withPending(row.id, row));
}

/** The list on screen as it may be kept; undefined while nothing of it is there. */
function shownList(): KeptList | undefined {
  const { phase, more, ...list } = useTicketList.getState();
  return phase === 'ready' ? { ...list, more: more === 'none' ? 'none' : 'offered' } : undefined;
}

/** A list that may not be seen, or that is not there any more, is not shown from memory either. */
function isOver({ code }: Problem): boolean {
  return code === 'forbidden' || code === 'not_found' || code === 'unauthorized';
}

/**
 * Reads the first page of a list. With `keep`, what is in memory of it shows at once, and the page is laid
 * in behind.
 */
export function openList(filter: TicketFilter, keep = false, narrow: Narrow = ANY): Promise<void> {
  const shown = shownList();
  const isSame = shown?.filter === filter && sameNarrow(shown.narrow, narrow);
  if (shown !== undefined && !isSame) keepList(shown);
  const known = !keep ? undefined : isSame ? shown : keptList({ filter, narrow });
  if (known === undefined) forgetList({ filter, narrow });
  return read({ filter, narrow }, known, isSame, true);
}

/** Where events do not tell what stands in lists now: the one on screen is read anew, of the others nothing is known any more. */
export function reloadList(which: (list: Shown) => boolean = () => true): Promise<void> {
  forgetLists(which);
  const { filter, narrow, phase } = useTicketList.getState();
  if (phase === 'idle' || !which({ filter, narrow })) return Promise.resolve();
  return read({ filter, narrow }, shownList(), true, false);
}

async function read({ filter, narrow }: Shown, known: KeptList | undefined, isSame: boolean, laysBehind: boolean): Promise<void> {
  const mine = ++load;
  meanwhile = [];
  useTicketList.setState({
    filter,
    narrow,
    problem: null,
    ...(known === undefined
      ? { rows: [], count: 0, countMore: false, phase: 'loading', more: 'none' }
      : isSame
        ? {}
        : { rows: [...known.rows], count: known.count, countMore: known.countMore, phase: 'ready', more: known.more, fresh: new Set() }),
    ...(filter === 'open' && narrowings(narrow) === 0 ? { notices: [] } : {}),
  });
  try {
    const answer = await page({ filter, narrow }, 0);
    if (mine !== load) return;
    const isFull = answer.data.length >= PAGE;
    const first = rowsOf(answer).sort(compare(narrow.sort));
    const { rows: shown, more } = useTicketList.getState();
    const rows = known !== undefined && laysBehind ? layFirst(first, shown, compare(narrow.sort), isFull) : first;
    useTicketList.setState({
      rows,
      count: answer.count,
      countMore: answer.countMore,
      phase: 'ready',
      more: (rows.length > first.length ? more !== 'none' : isFull) ? 'offered' : 'none',
    });
    for (const [ticket, arrival] of takeMeanwhile()) {
      const before = useTicketList.getState().rows.find((row) => row.id === ticket.id);
      if (before === undefined || before.ts <= ticket.ts) takeIntoList(ticket, arrival);
    }
  } catch (thrown) {
    if (mine !== load) return;
    meanwhile = null;
    const problem = asProblem(thrown);
    if (isOver(problem)) forgetList({ filter, narrow });
    // What is in memory stays on screen over a passing failure.
    useTicketList.setState(known === undefined || isOver(problem) ? { phase: 'failed', problem } : { problem });
  }
}

export async function showMore(): Promise<void> {
  const { filter, narrow, rows, more } = useTicketList.getState();
  if (more !== 'offered') return;
  const mine = load;
  useTicketList.setState({ more: 'loading', problem: null });
  try {
    const answer = await page({ filter, narrow }, rows.length);
    if (mine !== load) return;
    useTicketList.setState((state) => ({
      rows: append(state.rows, rowsOf(answer)),
      count: answer.count,
      countMore: answer.countMore,
      more: answer.data.length >= PAGE ? 'offered' : 'none',
    }));
  } catch (thrown) {
    if (mine === load) useTicketList.setState({ more: 'offered', problem: asProblem(thrown) });
  }
}

function countAfter(state: ListState, was: boolean, is: boolean): number {
  if (was === is) return state.count;
  return Math.max(0, state.count + (is ? 1 : -1));
}

/** Asks for the count a while after something happened that this page cannot count, however much more happens. */
function countSoon(): void {
  recount ??= setTimeout(() => {
    recount = undefined;
    const mine = load;
    const { filter, narrow, phase } = useTicketList.getState();
    if (phase !== 'ready') return;
    page({ filter, narrow }, 0).then(
      ({ count, countMore }) => {
        if (mine === load) useTicketList.setState({ count, countMore });
      },
      // The count of before stays.
      () => undefined,
    );
  }, RECOUNT_MS);
}

/** The one door through which a changed ticket comes in, from a load or from the socket. */
export function takeTicket(ticket: Ticket, arrival: Arrival): void {
  if (kindOf(ticket, usePlugins.getState().channels) !== 'ticket') return;
  takeIntoGroups(ticket);
  takeIntoKept(ticket);
  meanwhile?.push([ticket, arrival]);
  if (useTicketList.getState().phase === 'ready') takeIntoList(ticket, arrival);
}

function takeIntoList(ticket: Ticket, arrival: Arrival): void {
  const state = useTicketList.getState();
  const before = state.rows.find((row) => row.id === ticket.id);
  const isNew = arrival === 'new' && before === undefined;
  const isBack = arrival === 'back';
  const shows = inList(ticket, state, isBack || before !== undefined);
  if (isNew && (state.filter !== 'open' || !shows) && ticket.closed === 0) {
    const notices = [ticket.id, ...state.notices.filter((id) => id !== ticket.id)];
    useTicketList.setState({ notices: notices.slice(0, KEPT_NOTICES) });
  }
  // Nobody here knows whether it was among those that are not loaded, or whether it is what only the server knows.
  const unsure = before === undefined && !isBack && ((!isNew && state.more !== 'none') || onlyServerKnows(state.narrow));
  if (unsure) countSoon();
  if (!shows && before === undefined) return;
  let rows = place(state.rows, ticket, state, isBack);
  // Behind the last row of a list that has more, nobody knows its place.
  const isLast = state.more !== 'none' && !isBack && rows.at(-1)?.id === ticket.id;
  if (isLast && (before === undefined || compare(state.narrow.sort)(ticket, before) > 0)) rows = rows.slice(0, -1);
  let more = state.more;
  if (isNew && rows.length > KEPT_ROWS) {
    rows = rows.slice(0, KEPT_ROWS);
    more = 'offered';
  }
  const moved = before !== undefined && before.ts !== ticket.ts && shows;
  const fresh = isNew || moved ? new Set(state.fresh).add(ticket.id) : state.fresh;
  useTicketList.setState({ rows, more, fresh, count: unsure ? state.count : countAfter(state, before !== undefined, shows) });
  if (moved && !state.fresh.has(ticket.id)) settle(ticket.id, UPDATED_MS);
}

/** Ends a row's highlight after a while. */
function settle(id: number, delay: number): void {
  setTimeout(() => {
    useTicketList.setState((state) => {
      if (!state.fresh.has(id)) return state;
      const fresh = new Set(state.fresh);
      fresh.delete(id);
      return { fresh };
    });
  }, delay);
}

export function clicked(id: number): void {
  if (useTicketList.getState().fresh.has(id)) settle(id, CLICKED_MS);
}

/** Changes a row in place without moving it. */
export function amendRow(id: number, change: (row: Ticket) => Ticket): void {
  amendInGroups(id, change);
  amendInKept(id, change);
  useTicketList.setState((state) => ({
    rows: state.rows.map((row) => (row.id === id ? change(row) : row)),
  }));
}

export function dropRow(id: number): void {
  dropFromGroups(id);
  dropFromKept(id);
  const { rows, more } = useTicketList.getState();
  if (more !== 'none' && !rows.some((row) => row.id === id)) countSoon();
  useTicketList.setState((state) => {
    const left = state.rows.filter((row) => row.id !== id);
    return { rows: left, count: Math.max(0, state.count - (state.rows.length - left.length)) };
  });
}

/** The rows on screen: of the list, or of the open groups. */
export function rowsShown(): readonly Ticket[] {
  return useGroups.getState().by === null ? useTicketList.getState().rows : rowsOfGroups();
}

/** Every row in memory; one may stand in several lists. */
export function rowsKnown(): Ticket[] {
  return [...useTicketList.getState().rows, ...rowsOfGroups(), ...rowsKept()];
}

function find(isIt: (row: Ticket) => boolean): Ticket | undefined {
  return useTicketList.getState().rows.find(isIt) ?? rowsOfGroups().find(isIt);
}

/** What is known of a ticket that is loaded on screen. */
export function rowOf(id: number): Ticket | undefined {
  return find((row) => row.id === id);
}

/** The same of one that may stand only in a list that was left. */
export function knownRow(id: number): Ticket | undefined {
  return rowOf(id) ?? findKept((row) => row.id === id);
}

/** The same by what addresses say. */
export function rowOfNumber(number: string): Ticket | undefined {
  const called = (row: Ticket) => String(row.ticket_number) === number;
  return find(called) ?? findKept(called);
}

/** For tests and log-out. */
export function resetList(): void {
  load += 1;
  meanwhile = null;
  clearTimeout(recount);
  recount = undefined;
  resetKept();
  useTicketList.setState(empty, true);
}
