import { create } from 'zustand';
import { api } from '../../api/client';
import { usePlugins } from '../../api/plugins';
import { asProblem, type Problem } from '../../api/problem';
import type { Ticket, TicketFilter, TicketPage } from '../../api/types';
import { append, inList, KEPT_NOTICES, KEPT_ROWS, kindOf, newestFirst, PAGE, place, type Shown } from '../model';

type Phase = 'idle' | 'loading' | 'ready' | 'failed';

export interface ListState {
  filter: TicketFilter;
  /** Only tickets with any of these; none means all of them. */
  labels: readonly number[];
  rows: Ticket[];
  count: number;
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
  labels: [],
  rows: [],
  count: 0,
  phase: 'idle',
  problem: null,
  more: 'none',
  notices: [],
  fresh: new Set(),
};

export const useTicketList = create<ListState>()(() => empty);

const CLICKED_MS = 5_000;
const UPDATED_MS = 1_000;

let load = 0;

function page({ filter, labels }: Shown, offset: number): Promise<TicketPage> {
  const labelFilter = labels.length === 0 ? undefined : labels.join(',');
  return api.get<TicketPage>(`/api/ticket/load/-/${filter}/ticket/${offset}`, { labelFilter });
}

/** Reads the first page. Rows of the same list stay on screen until the answer is here. */
export async function openList(filter: TicketFilter, keep = false, labels: readonly number[] = []): Promise<void> {
  const mine = ++load;
  const now = useTicketList.getState();
  const same = keep && now.filter === filter && now.labels.join() === labels.join() && now.phase === 'ready';
  useTicketList.setState({
    filter,
    labels,
    problem: null,
    ...(same ? {} : { rows: [], count: 0, phase: 'loading', more: 'none' }),
    ...(filter === 'open' && labels.length === 0 ? { notices: [] } : {}),
  });
  try {
    const answer = await page({ filter, labels }, 0);
    if (mine !== load) return;
    useTicketList.setState({
      rows: [...answer.data].sort(newestFirst),
      count: answer.count,
      phase: 'ready',
      more: answer.data.length >= PAGE ? 'offered' : 'none',
    });
  } catch (thrown) {
    if (mine === load) useTicketList.setState({ phase: 'failed', problem: asProblem(thrown) });
  }
}

export async function showMore(): Promise<void> {
  const { filter, labels, rows, more } = useTicketList.getState();
  if (more !== 'offered') return;
  const mine = load;
  useTicketList.setState({ more: 'loading', problem: null });
  try {
    const answer = await page({ filter, labels }, rows.length);
    if (mine !== load) return;
    useTicketList.setState((state) => ({
      rows: append(state.rows, answer.data),
      count: answer.count,
      more: answer.data.length >= PAGE ? 'offered' : 'none',
    }));
  } catch (thrown) {
    if (mine === load) useTicketList.setState({ more: 'offered', problem: asProblem(thrown) });
  }
}

function countAfter(state: ListState, before: Ticket | undefined, ticket: Ticket): number {
  const was = before !== undefined;
  const is = inList(ticket, state);
  if (was === is) return state.count;
  return Math.max(0, state.count + (is ? 1 : -1));
}

/** The one door through which a changed ticket comes in, from a load or from the socket. */
export function takeTicket(ticket: Ticket, arrival: 'new' | 'update'): void {
  const state = useTicketList.getState();
  if (state.phase !== 'ready') return;
  if (kindOf(ticket, usePlugins.getState().channels) !== 'ticket') return;
  const before = state.rows.find((row) => row.id === ticket.id);
  const isNew = arrival === 'new' && before === undefined;
  const shows = inList(ticket, state);
  if (isNew && (state.filter !== 'open' || !shows) && ticket.closed === 0) {
    const notices = [ticket.id, ...state.notices.filter((id) => id !== ticket.id)];
    useTicketList.setState({ notices: notices.slice(0, KEPT_NOTICES) });
    if (!shows) return;
  }
  let rows = place(state.rows, ticket, state);
  let more = state.more;
  if (isNew && rows.length > KEPT_ROWS) {
    rows = rows.slice(0, KEPT_ROWS);
    more = 'offered';
  }
  const moved = before !== undefined && before.ts !== ticket.ts && shows;
  const fresh = isNew || moved ? new Set(state.fresh).add(ticket.id) : state.fresh;
  useTicketList.setState({ rows, more, fresh, count: countAfter(state, before, ticket) });
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
  useTicketList.setState((state) => ({
    rows: state.rows.map((row) => (row.id === id ? change(row) : row)),
  }));
}

export function dropRow(id: number): void {
  useTicketList.setState((state) => {
    const rows = state.rows.filter((row) => row.id !== id);
    return { rows, count: Math.max(0, state.count - (state.rows.length - rows.length)) };
  });
}

export function rowOf(id: number): Ticket | undefined {
  return useTicketList.getState().rows.find((row) => row.id === id);
}

/** For tests and log-out. */
export function resetList(): void {
  load += 1;
  useTicketList.setState(empty, true);
}
