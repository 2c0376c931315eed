import i18next from 'i18next';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { RoutingOffer } from '../api/types';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastNotice } from '../ui/toast';
import { subjectOf } from './model';
import { dropOffer, isSteady, useOffers } from './store';
import { say } from './texts';
import { expectVisitor } from './visitors';
import { wordsOf } from './words';

/** Somebody else was asked, the time ran out, or the ticket or the visitor is gone. */
const OVER = [404, 409];

/** Sends one answer to an offer, and no second one until the first has come back. */
async function send(offer: RoutingOffer, failed: string, call: () => Promise<unknown>): Promise<void> {
  const subject = subjectOf(offer);
  if (!isSteady() || useOffers.getState().pending.includes(subject)) return;
  useOffers.setState(({ pending }) => ({ pending: [...pending, subject] }));
  try {
    await call();
    dropOffer(subject);
  } catch (thrown) {
    const problem = asProblem(thrown);
    const words = wordsOf(offer, say);
    if (OVER.includes(problem.status)) {
      dropOffer(subject);
      toastNotice(say('over', { ...words }));
    } else {
      toastError(say(failed, { ...words, why: problemText(problem, (key) => i18next.t(key)) }));
    }
  } finally {
    useOffers.setState(({ pending }) => ({ pending: pending.filter((one) => one !== subject) }));
  }
}

async function acceptTicket(ticketId: number, open: (path: string) => void): Promise<void> {
  const { data } = await api.post('/api/routing/offers/{ticket_id}/accept', { path: { ticket_id: ticketId } });
  open(`/ticket/${data}`);
}

/** The chat may begin before the answer is here, so that it is expected before it is asked for. */
async function acceptVisit(sessionId: number, name: string): Promise<void> {
  const forget = await expectVisitor({ session: String(sessionId), name });
  try {
    await api.post('/api/routing/offers/visits/{session_id}/accept', { path: { session_id: sessionId } });
  } catch (thrown) {
    forget();
    throw thrown;
  }
}

/** Takes what is offered: a ticket is opened, and a visitor's chat as soon as it has begun. */
export function acceptOffer(offer: RoutingOffer, open: (path: string) => void): Promise<void> {
  const { ticket_id, session_id, customer } = offer;
  return send(offer, 'accept_failed', async () => {
    if (session_id !== null) await acceptVisit(session_id, customer);
    else if (ticket_id !== null) await acceptTicket(ticket_id, open);
  });
}

/** Lets pass what is offered; the next agent is asked. */
export function declineOffer(offer: RoutingOffer): Promise<void> {
  const { ticket_id, session_id } = offer;
  return send(offer, 'decline_failed', async () => {
    if (session_id !== null) await api.post('/api/routing/offers/visits/{session_id}/decline', { path: { session_id } });
    else if (ticket_id !== null) await api.post('/api/routing/offers/{ticket_id}/decline', { path: { ticket_id } });
  });
}
