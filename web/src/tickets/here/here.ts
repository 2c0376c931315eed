import { create } from 'zustand';
import { realtime } from '../../realtime/connection';

export type HereState = 'viewing' | 'replying';

/** A colleague who has the ticket on screen. */
export interface Colleague {
  username: string;
  name: string;
  state: HereState;
}

export interface ViewingFrame {
  ticket_id: number;
  username: string;
  name: string;
  tab: string;
  state: HereState | 'gone';
  asks: boolean;
}

/** By ticket, and within it by person and tab. Changes often, so it has a store of its own. */
interface Here {
  byTicket: ReadonlyMap<number, ReadonlyMap<string, Colleague>>;
}

export const useHere = create<Here>()(() => ({ byTicket: new Map() }));

/** A mark is repeated while it holds; one that is not goes, as after a crash. */
const REPEAT_MS = 20_000;
const GONE_MS = 50_000;
/** Who has not touched a key for this long is looking, not writing. */
const STILL_MS = 60_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function set(ticketId: number, key: string, colleague: Colleague | null): void {
  useHere.setState((state) => {
    const people = new Map(state.byTicket.get(ticketId));
    if (colleague === null) people.delete(key);
    else people.set(key, colleague);
    const byTicket = new Map(state.byTicket);
    if (people.size === 0) byTicket.delete(ticketId);
    else byTicket.set(ticketId, people);
    return { byTicket };
  });
}

interface Own {
  ticketId: number;
  state: HereState;
  repeat: ReturnType<typeof setInterval>;
  still: ReturnType<typeof setTimeout> | undefined;
}

let own: Own | null = null;
const tab = crypto.randomUUID().slice(0, 8);

function tell(ticketId: number, state: HereState | 'gone', asks = false): void {
  realtime.tell('sendViewing', { ticket_id: ticketId, state, tab, ...(asks ? { asks } : {}) });
}

/** Somebody else looks, writes, or went; who has just come is answered. */
export function takeViewing({ ticket_id, username, name, tab: from, state, asks }: ViewingFrame): void {
  const key = `${username} ${from}`;
  const timer = `${ticket_id} ${key}`;
  clearTimeout(timers.get(timer));
  timers.delete(timer);
  set(ticket_id, key, state === 'gone' ? null : { username, name: name || username, state });
  if (state !== 'gone') timers.set(timer, setTimeout(() => set(ticket_id, key, null), GONE_MS));
  if (asks && own?.ticketId === ticket_id) tell(ticket_id, own.state);
}

/** This person has the ticket on screen from now on; the answer ends it. */
export function comeHere(ticketId: number): () => void {
  leave();
  const mine: Own = { ticketId, state: 'viewing', still: undefined, repeat: setInterval(() => tell(ticketId, mine.state), REPEAT_MS) };
  own = mine;
  tell(ticketId, 'viewing', true);
  const gone = () => tell(ticketId, 'gone');
  window.addEventListener('pagehide', gone);
  return () => {
    window.removeEventListener('pagehide', gone);
    if (own === mine) leave();
  };
}

function leave(): void {
  if (own === null) return;
  clearInterval(own.repeat);
  clearTimeout(own.still);
  tell(own.ticketId, 'gone');
  own = null;
}

function become(state: HereState): void {
  if (own === null || own.state === state) return;
  own.state = state;
  tell(own.ticketId, state);
}

/** A key of an answer was touched; or the answer is sent or given up. */
export function writing(ticketId: number, on: boolean): void {
  if (own?.ticketId !== ticketId) return;
  clearTimeout(own.still);
  if (on) own.still = setTimeout(() => become('viewing'), STILL_MS);
  become(on ? 'replying' : 'viewing');
}

const NOBODY: ReadonlyMap<string, Colleague> = new Map();

/** One entry for each colleague, whatever they opened; who writes comes first. */
export function colleaguesOf(people: ReadonlyMap<string, Colleague>): Colleague[] {
  const byName = new Map<string, Colleague>();
  for (const colleague of people.values()) {
    if (byName.get(colleague.username)?.state !== 'replying') byName.set(colleague.username, colleague);
  }
  return [...byName.values()].sort((a, b) => a.state.localeCompare(b.state) || a.name.localeCompare(b.name));
}

export function usePeopleHere(ticketId: number): ReadonlyMap<string, Colleague> {
  return useHere((state) => state.byTicket.get(ticketId) ?? NOBODY);
}
