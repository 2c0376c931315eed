import { untyped } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';

export type Wish = 'dial' | 'answer' | 'hang-up' | 'hold' | 'resume' | 'transfer' | 'mute' | 'unmute' | 'record' | 'stop-recording';

export interface Order {
  kind: Wish;
  call?: string;
  extension?: string;
  target?: string;
}

/** Where this browser's agent picks up the telephone. It belongs to the desk they sit at, not to them. */
export const EXTENSION_KEY = 'patchbay.extension';

/** Has something done with a ticket's call; what comes of it arrives as a line of the conversation. */
export async function command(ticketId: number, order: Order): Promise<Problem | null> {
  try {
    await untyped.post(`/api/tickets/${ticketId}/call`, { op: crypto.randomUUID(), ...order });
    return null;
  } catch (thrown) {
    return asProblem(thrown);
  }
}
