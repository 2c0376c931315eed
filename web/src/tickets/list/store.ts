import { create } from 'zustand';
import { api } from '../../api/client';
import { usePlugins } from '../../api/plugins';
import { asProblem, type Problem } from '../../api/problem';
import { ticketsOf } from '../../api/rows';
import type { Ticket, TicketFilter, TicketPage } from '../../api/types';
import { append, inList, KEPT_NOTICES, KEPT_ROWS, kindOf, PAGE, place, type Shown } from '../model';
import { ANY, compare, narrowings, onlyServerKnows, paramsOf, sameNarrow, type Narrow } from '../narrow';
import { amendInGroups, dropFromGroups, rowsOfGroups, takeIntoGroups, useGroups } from './groups';

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
let meanwhile: [Ticket, 'new' | 'update'][] | null = null;
let recount: ReturnType<typeof setTimeout> | undefined;

function takeMeanwhile(): [Ticket, 'new' | 'update'][] {
  const came = meanwhile ?? [];
  meanwhile = null;
  return came;
}

function page({ filter, narrow }: Shown, offset: number): Promise<TicketPage> {
  return api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path: { token: '-', filter, kind: 'ticket', offset }, query: paramsOf(narrow) });
}

/** Reads the first page. Rows of the same list stay on screen until the answer is here. */
export async function openList(filter: TicketFilter, keep = false, narrow: Narrow = ANY): Promise<void> {
  const mine = ++load;
  meanwhile = [];
  const now = useTicketList.getState();
  const same = keep && now.filter === filter && sameNarrow(now.narrow, narrow) && now.phase === 'ready';
  useTicketList.setState({
    filter,
    narrow,
    problem: null,
    ...(same ? {} : { rows: [], count: 0, countMore: false, phase: 'loading', more: 'none' }),
    ...(filter === 'open' && narrowings(narrow) === 0 ? { notices: [] } : {}),
  });
  try {
    const answer = await page({ filter, narrow }, 0);
    if (mine !== load) return;
    useTicketList.setState({
      rows: ticketsOf(answer.data).sort(compare(narrow.sort)),
      count: answer.count,
      countMore: answer.countMore,
      phase: 'ready',
      more: answer.data.length >= PAGE ? 'offered' : 'none',
    });
    for (const [ticket, arrival] of takeMeanwhile()) {
      const known = useTicketList.getState().rows.find((row) => row.id === ticket.id);
      if (known === undefined || known.ts <= ticket.ts) takeIntoList(ticket, arrival);
    }
  } catch (thrown) {
    if (mine !== load) return;
    meanwhile = null;
    useTicketList.setState({ phase: 'failed', problem: asProblem(thrown) });
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
      rows: append(state.rows, ticketsOf(answer.data)),
      count: answer.count,
      countMore: answer.countMore,
      more: answer.data.length >= PAGE ? 'offered' : 'none',
    }));
  } catch (thrown) {
    if (mine === load) useTicketList.setState({ more: 'offered', problem: asProblem(thrown) });
  }
}

function countAfter(state: ListState, before: Ticket | undefined, ticket: Ticket): number {
  const was = before !== undefined;
  const is = inList(ticket, state, was);
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
export function takeTicket(ticket: Ticket, arrival: 'new' | 'update'): void {
  if (kindOf(ticket, usePlugins.getState().channels) !== 'ticket') return;
  takeIntoGroups(ticket);
  meanwhile?.push([ticket, arrival]);
  if (useTicketList.getState().phase === 'ready') takeIntoList(ticket, arrival);
}

function takeIntoList(ticket: Ticket, arrival: 'new' | 'update'): void {
  const state = useTicketList.getState();
  const before = state.rows.find((row) => row.id === ticket.id);
  const isNew = arrival === 'new' && before === undefined;
  const shows = inList(ticket, state, before !== undefined);
  if (isNew && (state.filter !== 'open' || !shows) && ticket.closed === 0) {
    const notices = [ticket.id, ...state.notices.filter((id) => id !== ticket.id)];
    useTicketList.setState({ notices: notices.slice(0, KEPT_NOTICES) });
  }
  // Nobody here knows whether it was among those that are not loaded, or whether it is what only the server knows.
  const unsure = before === undefined && ((!isNew && state.more !== 'none') || onlyServerKnows(state.narrow));
  if (unsure) countSoon();
  if (!shows && before === undefined) return;
  let rows = place(state.rows, ticket, state);
  // Behind the last row of a list that has more, nobody knows its place.
  if (state.more !== 'none' && rows.at(-1)?.id === ticket.id && (before === undefined || compare(state.narrow.sort)(ticket, before) > 0)) rows = rows.slice(0, -1);
  let more = state.more;
  if (isNew && rows.length > KEPT_ROWS) {
    rows = rows.slice(0, KEPT_ROWS);
    more = 'offered';
  }
  const moved = before !== undefined && before.ts !== ticket.ts && shows;
  const fresh = isNew || moved ? new Set(state.fresh).add(ticket.id) : state.fresh;
  useTicketList.setState({ rows, more, fresh, count: unsure ? state.count : countAfter(state, before, ticket) });
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
  useTicketList.setState((state) => ({
    rows: state.rows.map((row) => (row.id === id ? change(row) : row)),
  }));
}

export function dropRow(id: number): void {
  dropFromGroups(id);
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

/** What is known of a ticket, wherever it was loaded. */
export function rowOf(id: number): Ticket | undefined {
  return useTicketList.getState().rows.find((row) => row.id === id) ?? rowsOfGroups().find((row) => row.id === id);
}

/** The same by what addresses say. */
export function rowOfNumber(number: string): Ticket | undefined {
  const called = (row: Ticket) => String(row.ticket_number) === number;
  return useTicketList.getState().rows.find(called) ?? rowsOfGroups().find(called);
}

/** For tests and log-out. */
export function resetList(): void {
  load += 1;
  meanwhile = null;
  clearTimeout(recount);
  recount = undefined;
  useTicketList.setState(empty, true);
}
