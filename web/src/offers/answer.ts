import i18next from 'i18next';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { RoutingOffer } from '../api/types';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastNotice } from '../ui/toast';
import { dropOffer, isSteady, useOffers } from './store';
import { say } from './texts';

/** Somebody else was asked, the time ran out, or the ticket is gone. */
const OVER = [404, 409];

/** Sends one answer to an offer, and no second one until the first has come back. */
async function send(offer: RoutingOffer, failed: string, call: (ticketId: number) => Promise<void>): Promise<void> {
  const { ticket_id, ticket_number } = offer;
  if (!isSteady() || useOffers.getState().pending.includes(ticket_id)) return;
  useOffers.setState(({ pending }) => ({ pending: [...pending, ticket_id] }));
  try {
    await call(ticket_id);
    dropOffer(ticket_id);
  } catch (thrown) {
    const problem = asProblem(thrown);
    if (OVER.includes(problem.status)) {
      dropOffer(ticket_id);
      toastNotice(say('over', { number: ticket_number }));
    } else {
      toastError(say(failed, { number: ticket_number, why: problemText(problem, (key) => i18next.t(key)) }));
    }
  } finally {
    useOffers.setState(({ pending }) => ({ pending: pending.filter((id) => id !== ticket_id) }));
  }
}

/** Takes a ticket that is offered, and opens it. */
export function acceptOffer(offer: RoutingOffer, open: (path: string) => void): Promise<void> {
  return send(offer, 'accept_failed', async (ticketId) => {
    const { data } = await api.post('/api/routing/offers/{ticket_id}/accept', { path: { ticket_id: ticketId } });
    open(`/ticket/${data}`);
  });
}

/** Lets a ticket pass that is offered; the next agent is asked. */
export function declineOffer(offer: RoutingOffer): Promise<void> {
  return send(offer, 'decline_failed', async (ticketId) => {
    await api.post('/api/routing/offers/{ticket_id}/decline', { path: { ticket_id: ticketId } });
  });
}
