import { create } from 'zustand';
import { realtime } from '../realtime/connection';

/** Who is typing where. Changes often, so it has a store of its own. */
interface TypingState {
  byTicket: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

export const useTyping = create<TypingState>()(() => ({ byTicket: new Map() }));

const REMOTE_MS = 5_000;
const LOCAL_MS = 2_000;
const REPEAT_MS = 3_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function setTyping(ticketId: number, username: string, name: string | null): void {
  useTyping.setState((state) => {
    const people = new Map(state.byTicket.get(ticketId));
    if (name === null) people.delete(username);
    else people.set(username, name);
    const byTicket = new Map(state.byTicket);
    if (people.size === 0) byTicket.delete(ticketId);
    else byTicket.set(ticketId, people);
    return { byTicket };
  });
}

/** Someone else types, or stopped; without news the mark goes after five seconds. */
export function takeTyping(ticketId: number, username: string, name: string, typing: boolean): void {
  const key = `${ticketId} ${username}`;
  clearTimeout(timers.get(key));
  setTyping(ticketId, username, typing ? name || username : null);
  if (typing) timers.set(key, setTimeout(() => setTyping(ticketId, username, null), REMOTE_MS));
}

/** This person's own typing: told while it goes on, taken back two seconds after the last key. */
export class OwnTyping {
  private stopTimer: ReturnType<typeof setTimeout> | undefined;
  private toldAt = 0;

  constructor(private readonly ticketId: number) {}

  key(): void {
    const now = Date.now();
    if (now - this.toldAt > REPEAT_MS) {
      this.toldAt = now;
      realtime.tell('sendTyping', { ticket_id: this.ticketId });
    }
    clearTimeout(this.stopTimer);
    this.stopTimer = setTimeout(() => this.stop(), LOCAL_MS);
  }

  stop(): void {
    clearTimeout(this.stopTimer);
    if (this.toldAt === 0) return;
    this.toldAt = 0;
    realtime.tell('removeTyping', { ticket_id: this.ticketId });
  }
}
