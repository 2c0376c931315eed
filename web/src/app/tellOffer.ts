import type { RoutingOffer } from '../api/types';
import { showHere } from '../notifications/browser';
import { subjectOf } from '../offers/model';
import { wordsOf } from '../offers/words';
import type { EventMap } from '../realtime/envelope';
import { sound } from './sounds';

/** A sound and the browser's own notification for what is offered, as for other news; the answer closes the notification. */
export function tellOffer(offer: RoutingOffer): () => void {
  let isOver = false;
  let close: () => void = () => undefined;
  async function show(): Promise<void> {
    const { say } = await import('../offers/texts');
    const words = { ...wordsOf(offer, say) };
    if (!isOver) close = showHere(`patchbay-offer-${subjectOf(offer)}`, { title: say('native.title', words), body: say('native.body', words) }, () => undefined);
  }
  sound();
  void show().catch(() => undefined);
  return () => {
    isOver = true;
    close();
  };
}

/** The same for a visitor who was given without asking, with a toast that leads to the live chats. */
export function tellGiven({ session_id, customer }: EventMap['liveChatGiven'], chats: { path: string; open: () => void }): void {
  async function show(): Promise<void> {
    const [{ say }, { toastGiven }] = await Promise.all([import('../offers/texts'), import('../offers/given')]);
    const title = say('given.text', { name: customer || say('visitor') });
    showHere(`patchbay-chat-${session_id}`, { title, body: '' }, chats.open);
    await toastGiven(title, chats);
  }
  sound();
  void show().catch(() => undefined);
}
