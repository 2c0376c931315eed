import { api } from '../../api/client';
import type { Asked } from '../../api/contract';
import { asProblem, type Problem } from '../../api/problem';

export type Order = Omit<Asked<'post', '/api/tickets/{id}/call'>, 'op' | '_token'>;

export type Wish = Order['kind'];

/** Where this browser's agent picks up the telephone. It belongs to the desk they sit at, not to them. */
export const EXTENSION_KEY = 'patchbay.extension';

/** Has something done with a ticket's call; what comes of it arrives as a line of the conversation. */
export async function command(ticketId: number, order: Order): Promise<Problem | null> {
  try {
    await api.post('/api/tickets/{id}/call', { path: { id: ticketId }, json: { op: crypto.randomUUID(), ...order } });
    return null;
  } catch (thrown) {
    return asProblem(thrown);
  }
}
