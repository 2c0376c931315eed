import type { Message } from '../../api/types';
import { loadOlder } from './read';
import { useConversations, type Conversation } from './store';

const now = (number: string): Conversation | undefined => useConversations.getState().open[number];

/** Scrolling to the top loads pages, too; two of them at once would be the same one. */
function rested(number: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (now(number)?.older === 'loading') return;
      stop();
      resolve();
    };
    const stop = useConversations.subscribe(look);
    look();
  });
}

/** Loads older pages until a message is in the window; false when it cannot be had. */
export async function bringIn(number: string, id: Message['id']): Promise<boolean> {
  const isHere = () => now(number)?.messages.some((message) => message.id === id) === true;
  while (!isHere()) {
    await rested(number);
    const first = now(number)?.messages[0]?.id;
    await loadOlder(number);
    // Nothing came: there is no more, or the line is down.
    if (!isHere() && now(number)?.older !== 'loading' && now(number)?.messages[0]?.id === first) return false;
  }
  return true;
}
