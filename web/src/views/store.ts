import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import type { SavedView } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import { useSession } from '../session/store';
import type { Choice, Count } from './model';

interface ViewsState {
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why there are none. */
  problem: Problem | null;
  /** The shared ones first, each kind in its order. */
  views: readonly SavedView[];
  /** By the key of the choice; what was not counted yet is not among them. */
  counts: Readonly<Record<string, Count>>;
}

const NOTHING: ViewsState = { phase: 'idle', problem: null, views: [], counts: {} };

/** The saved views of this person, and how many tickets each has. */
export const useViews = create<ViewsState>()(() => NOTHING);

let load = 0;
let watching = false;
/** When all was last counted. */
let countedAt = 0;

/** Reads the views. Those of before stay when they cannot be read again. */
export async function loadViews(): Promise<void> {
  load += 1;
  const mine = load;
  if (useViews.getState().phase !== 'ready') useViews.setState({ phase: 'loading', problem: null });
  try {
    const views = await api.get('/api/views');
    if (mine === load) useViews.setState({ phase: 'ready', problem: null, views });
  } catch (thrown) {
    if (mine === load && useViews.getState().phase !== 'ready') useViews.setState({ phase: 'failed', problem: asProblem(thrown) });
  }
}

/** Forgets all of it: at log-out, and in tests. */
export function resetViews(): void {
  load += 1;
  countedAt = 0;
  useViews.setState(NOTHING, true);
}

/** Has the views read once; from then on the socket tells when they are others. */
export function needViews(): void {
  const again = () => {
    if (useViews.getState().phase !== 'idle') void loadViews();
  };
  if (!watching) {
    watching = true;
    onEvent('viewsChanged', again);
    onReload(again);
    useSession.subscribe((now, before) => {
      if (now.phase === 'out' && before.phase === 'in') resetViews();
    });
  }
  if (useViews.getState().phase === 'idle') void loadViews();
}

/** What moves tickets from one list to another. */
const MOVES = [
  'viewsChanged',
  'createTicket',
  'newMessage',
  'ticketStatusChanged',
  'participantChanged',
  'ticketLabelsChanged',
  'ticketDepartmentChanged',
  'ticketSeverityChanged',
  'ticketAppointmentChanged',
  'ticketDueChanged',
  'ticketContactChanged',
  'ticketFieldChanged',
  'ticketMerged',
  'ticketSplit',
  'liveChatConverted',
] as const;
/** However much happens, it is counted once in so long. */
const PAUSE_MS = 2_000;

async function countAll(choices: readonly Choice[], signal: AbortSignal): Promise<void> {
  const take = (counts: ViewsState['counts']) => {
    if (!signal.aborted) useViews.setState((state) => ({ counts: { ...state.counts, ...counts } }));
  };
  const saved = async () => {
    const counts = await api.get('/api/views/counts', { signal });
    take(Object.fromEntries(counts.map(({ id, count, countMore }) => [String(id), { count, countMore }])));
  };
  const one = async ({ key, status, query }: Choice) => {
    const path = { token: '-', filter: status, kind: 'ticket', offset: 0 };
    const { count, countMore } = await api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path, query, signal });
    take({ [key]: { count, countMore } });
  };
  const answers = await Promise.allSettled([saved(), ...choices.map(one)]);
  // Where one failed its count of before stays, and the next look asks at once.
  if (!signal.aborted && answers.every(({ status }) => status === 'fulfilled')) countedAt = Date.now();
}

/** Keeps the counts of the saved views, and of these choices, up to date until the answer is called. */
export function watchCounts(choices: readonly Choice[]): () => void {
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    timer = undefined;
    asking.abort();
    asking = new AbortController();
    void countAll(choices, asking.signal);
  };
  const soon = () => {
    timer ??= setTimeout(count, PAUSE_MS);
  };
  if (Date.now() - countedAt < PAUSE_MS) soon();
  else count();
  const ends = [...MOVES.map((name) => onEvent(name, soon)), onReload(soon)];
  return () => {
    clearTimeout(timer);
    asking.abort();
    ends.forEach((end) => end());
  };
}
