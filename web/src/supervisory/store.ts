/** The supervisory board as it was last read, read again when an event makes it stale. */
import { create } from 'zustand';
import { asProblem, type Problem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import { useConnection } from '../realtime/connection';
import type { EventName } from '../realtime/envelope';
import { calls } from './calls';
import type { SupervisedAgent, SupervisoryBoard } from './model';
import { throttle } from './throttle';

interface BoardState {
  board: SupervisoryBoard | null;
  /** Why the last read failed; null after one that did not. */
  problem: Problem | null;
  /** How far the clock of the server is ahead of this one. */
  aheadMs: number;
  /** The board does not show what an event told a while ago. */
  overdue: boolean;
}

const NOTHING: BoardState = { board: null, problem: null, aheadMs: 0, overdue: false };

export const useBoard = create<BoardState>()(() => NOTHING);

const PAUSE_MS = 400;
/** A read takes less than that where all is well. */
const STALE_MS = 5_000;

const EVENTS = [
  'presence',
  'usersChanged',
  'customStatusesChanged',
  'hoursChanged',
  'liveChatQueue',
  'liveChatGiven',
  'liveChatEnded',
  'liveChatConverted',
  'routingQueuesChanged',
  'routingSkillsChanged',
  'routingAgentsChanged',
  'routingOffered',
  'routingOfferEnded',
  'ticketRouted',
  'createTicket',
  'newMessage',
  'ticketStatusChanged',
  'participantChanged',
  'ticketContactChanged',
  'ticketSnoozed',
  'ticketMerged',
  'ticketSplit',
  'ticketDueChanged',
  'slaWarning',
  'slaBreached',
  'channelDataUpdated',
] as const satisfies readonly EventName[];

/** Since when the board misses something, and since when a read that is under way does. */
let missing: { sinceMs: number | null; nextMs: number | null } = { sinceMs: null, nextMs: null };
let timer: ReturnType<typeof setTimeout> | null = null;
let request: () => void = () => undefined;

function armTimer(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (missing.sinceMs === null) return;
  timer = setTimeout(() => useBoard.setState({ overdue: true }), Math.max(0, missing.sinceMs + STALE_MS - performance.now()));
}

function changed(): void {
  const now = performance.now();
  missing.nextMs ??= now;
  if (missing.sinceMs === null) {
    missing.sinceMs = now;
    armTimer();
  }
  // What is not seen is read when it is seen again.
  if (!document.hidden) request();
}

async function read(signal: AbortSignal): Promise<void> {
  missing.nextMs = null;
  try {
    const board = await calls.board(signal);
    if (signal.aborted) return;
    missing.sinceMs = missing.nextMs;
    useBoard.setState({ board, problem: null, aheadMs: board.at - Date.now(), overdue: false });
    armTimer();
  } catch (thrown) {
    if (!signal.aborted) useBoard.setState({ problem: asProblem(thrown) });
  }
}

/** Reads the board again, as soon as the throttle lets it. */
export function refreshBoard(): void {
  request();
}

/** Shows an agent as an answer gave them. */
export function takeAgent(agent: SupervisedAgent): void {
  useBoard.setState(({ board }) => ({
    board: board && { ...board, agents: board.agents.map((one) => (one.user_id === agent.user_id ? agent : one)) },
  }));
}

/** Reads the board, and keeps it up while its screen is open. */
export function watchBoard(): () => void {
  const abort = new AbortController();
  const reads = throttle(() => read(abort.signal), PAUSE_MS);
  const seen = () => {
    if (!document.hidden) reads.request();
  };
  request = reads.request;
  const ends = [
    ...EVENTS.map((name) => onEvent(name, changed)),
    onReload(changed),
    useConnection.subscribe((now, before) => {
      if (now.phase === 'live' && before.phase !== 'live') reads.request();
    }),
  ];
  document.addEventListener('visibilitychange', seen);
  reads.request();
  return () => {
    ends.forEach((end) => end());
    document.removeEventListener('visibilitychange', seen);
    reads.stop();
    abort.abort();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    missing = { sinceMs: null, nextMs: null };
    request = () => undefined;
    useBoard.setState(NOTHING, true);
  };
}

/** Whether what is shown may be wrong: without a line, after a read that failed, or while a change is not shown yet. */
export function useIsStale(): boolean {
  const isLive = useConnection((state) => state.phase === 'live');
  return useBoard((state) => state.problem !== null || state.overdue) || !isLive;
}
