import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';

/** Words of a program that answered before the desk did. */
export interface BotWords {
  readonly name: string;
  readonly text: string;
}

/**
 * A channel's bot writes in the customer's conversation, so its words arrive with the customer's. Which
 * ones they are the channel says in `bot`; the name stands before the words, as in `[Robin] Hello`.
 */
export function botOf({ direction, message, extras }: Pick<Message, 'direction' | 'message' | 'extras'>): BotWords | null {
  if (direction !== 'in' || typeof partsOf(extras)['bot'] !== 'string') return null;
  const named = /^\[([^\]\n]{1,80})\] ?/.exec(message);
  return named === null ? { name: '', text: message } : { name: named[1] ?? '', text: message.slice(named[0].length) };
}

/** On which side a message stands: with the customer's, or with ours. */
export function sideOf(message: Message): Message['direction'] {
  return botOf(message) === null ? message.direction : 'out';
}
