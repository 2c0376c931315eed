import { showHere } from '../notifications/browser';
import type { ChatSupervised } from '../supervisory/model';
import { sound } from './sounds';

/** A sound, the browser's own notification and a toast for what a supervisor does with a live chat of whoever is logged in. */
export function tellSupervised({ ticket_id, ticket_number, by, act, text }: ChatSupervised, chat: { path: string; open: () => void }): void {
  async function show(): Promise<void> {
    const [{ say }, { toastSupervised }] = await Promise.all([import('../supervisory/texts'), import('../supervisory/toastSupervised')]);
    const words = say(`told.${act}`, { by, number: ticket_number, text });
    // Whoever lost the chat may not open it any more.
    const way = act === 'take_over' ? null : chat;
    showHere(`patchbay-supervised-${ticket_id}`, { title: words, body: '' }, () => way?.open());
    await toastSupervised(words, way, act === 'whisper');
  }
  sound();
  void show().catch(() => undefined);
}
