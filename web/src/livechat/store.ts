import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problem';
import type { Message, Ticket } from '../api/types';
import { useSession } from '../session/store';
import { changeChat, chatOf, isLiveChat, placeChat, placeGroups, type Filter, type Group } from './model';

/** Whether a chat's visitor is there, and when it was last. */
export interface Presence {
  readonly online: boolean;
  readonly seenAt: number | null;
}

interface LivechatState {
  filter: Filter;
  groups: readonly Group[];
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  problem: Problem | null;
  /** How many rows the server has given, which is where the next page begins. */
  loaded: number;
  more: 'none' | 'offered' | 'loading';
  /** The ticket number of the chat on screen. */
  selected: string | null;
  /** Chats known to have ended, by ticket id. */
  ended: ReadonlySet<number>;
  /** Whether visitors are there, as far as it is known, by ticket id. */
  presence: ReadonlyMap<number, Presence>;
}

const PAGE = 30;

const empty: LivechatState = {
  filter: 'open',
  groups: [],
  phase: 'idle',
  problem: null,
  loaded: 0,
  more: 'none',
  selected: null,
  ended: new Set(),
  presence: new Map(),
};

export const useLivechats = create<LivechatState>()(() => empty);

let round = 0;

const read = (filter: Filter, offset: number) =>
  api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path: { token: '-', filter, kind: 'livechat', offset } });

export async function openLivechats(filter: Filter): Promise<void> {
  const mine = ++round;
  const before = useLivechats.getState();
  const same = before.filter === filter && before.phase === 'ready';
  useLivechats.setState({ filter, problem: null, ...(same ? {} : { groups: [], phase: 'loading', more: 'none' }) });
  try {
    const page = await read(filter, 0);
    if (mine !== round) return;
    useLivechats.setState({
      groups: placeGroups([], page.data, filter),
      phase: 'ready',
      loaded: page.data.length,
      more: page.data.length >= PAGE ? 'offered' : 'none',
    });
  } catch (thrown) {
    if (mine === round && !same) useLivechats.setState({ phase: 'failed', problem: asProblem(thrown) });
  }
}

export async function moreLivechats(): Promise<void> {
  const { filter, loaded, more } = useLivechats.getState();
  if (more !== 'offered') return;
  const mine = round;
  useLivechats.setState({ more: 'loading' });
  try {
    const page = await read(filter, loaded);
    if (mine !== round) return;
    useLivechats.setState((state) => ({
      groups: placeGroups(state.groups, page.data, filter),
      loaded: loaded + page.data.length,
      more: page.data.length >= PAGE ? 'offered' : 'none',
    }));
  } catch {
    if (mine === round) useLivechats.setState({ more: 'offered' });
  }
}

function isBeingRead(ticket: Ticket): boolean {
  return String(ticket.ticket_number) === useLivechats.getState().selected && document.visibilityState === 'visible';
}

/** The one door for a changed chat. Events go to everybody: whether it is read is one's own affair. */
export function takeChat(ticket: Ticket, message: Message | null): void {
  if (!isLiveChat(ticket)) return;
  const { groups, filter, phase } = useLivechats.getState();
  if (phase !== 'ready') return;
  const before = chatOf(groups, String(ticket.ticket_number));
  let mine: Ticket = { ...ticket, read: before?.read ?? ticket.read, unread: before?.unread ?? 0 };
  if (isBeingRead(ticket)) mine = { ...mine, read: true, unread: 0 };
  else if (message?.direction === 'in') mine = { ...mine, read: false, unread: (before?.unread ?? 0) + 1 };
  useLivechats.setState({ groups: placeChat(groups, mine, filter) });
}

export function setStatus(id: number, closed: Ticket['closed']): void {
  const { groups, filter } = useLivechats.getState();
  const chat = groups.flatMap((group) => group.livechats).find((one) => one.id === id);
  if (chat) useLivechats.setState({ groups: placeChat(groups, { ...chat, closed }, filter) });
}

export function setRead(id: number, username: string): void {
  if (username !== useSession.getState().session?.username) return;
  useLivechats.setState((state) => ({
    groups: changeChat(state.groups, id, (chat) => ({ ...chat, read: true, unread: 0 })),
  }));
}

export function setEnded(id: number): void {
  useLivechats.setState((state) => ({ ended: new Set([...state.ended, id]) }));
}

export function setPresence(id: number, presence: Presence): void {
  useLivechats.setState((state) => ({ presence: new Map(state.presence).set(id, presence) }));
}

/** A chat that is one no more: it became a ticket, or went on in another conversation. */
export function dropChat(id: number): void {
  useLivechats.setState((state) => ({
    groups: state.groups
      .map((group) => ({ ...group, livechats: group.livechats.filter((chat) => chat.id !== id) }))
      .filter((group) => group.livechats.length > 0),
  }));
}

/** Whether the chat of this number is known to be over: then nobody hears an answer. */
export function useHasEnded(number: string | undefined): boolean {
  return useLivechats((state) => {
    const chat = number === undefined ? undefined : chatOf(state.groups, number);
    return chat !== undefined && state.ended.has(chat.id);
  });
}

export function setSelected(number: string | null): void {
  useLivechats.setState((state) => {
    const chat = number === null ? undefined : chatOf(state.groups, number);
    if (!chat) return { selected: number };
    const groups = changeChat(state.groups, chat.id, (one) => ({ ...one, read: true, unread: 0 }));
    return { selected: number, groups };
  });
}

export function resetLivechats(): void {
  round += 1;
  useLivechats.setState(empty);
}
