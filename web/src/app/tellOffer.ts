import type { RoutingOffer } from '../api/types';
import { showHere } from '../notifications/browser';
import { sound } from './sounds';

/** A sound and the browser's own notification for a ticket that is offered, as for other news; the answer closes the notification. */
export function tellOffer({ ticket_id, title, customer, queue }: RoutingOffer): () => void {
  let isOver = false;
  let close: () => void = () => undefined;
  async function show(): Promise<void> {
    const { say } = await import('../offers/texts');
    const words = { title: say('native.title', { title }), body: say('native.body', { customer: customer || say('nameless'), queue }) };
    if (!isOver) close = showHere(`patchbay-offer-${ticket_id}`, words, () => undefined);
  }
  sound();
  void show().catch(() => undefined);
  return () => {
    isOver = true;
    close();
  };
}
