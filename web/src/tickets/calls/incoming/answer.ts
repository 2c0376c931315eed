/** Accepts a call that rings, or declines it. */
import { api } from '../../../api/client';
import { asProblem, Problem } from '../../../api/problem';
import { readDays } from '../../conversation/model';
import { currentCall } from '../call';
import { command, type Order } from '../command';
import { refreshIncoming, type Call } from './store';
import { say } from './texts';

/** What the exchange calls it, as the lines of its ticket tell; null where it does not ring any more. */
async function exchangeId({ ticket_id: id }: Call): Promise<string | null> {
  const { messages } = readDays(await api.get('/api/ticket/data/{id}/{count}', { path: { id, count: 0 } }));
  const call = currentCall(messages);
  return call?.stage === 'ringing' && call.direction === 'in' ? call.id : null;
}

/** Has the exchange do it; gives what went wrong. What comes of it is told by the call's next event. */
export async function answer(call: Call, order: Pick<Order, 'kind' | 'extension'>): Promise<Problem | null> {
  try {
    const id = await exchangeId(call);
    if (id !== null) return await command(call.ticket_id, { ...order, call: id });
  } catch (thrown) {
    return asProblem(thrown);
  }
  refreshIncoming();
  const over = say('over');
  return new Problem('conflict', 409, over, {}, over);
}
