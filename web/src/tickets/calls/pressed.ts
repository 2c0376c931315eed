import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';

/** What a caller chose by the keys of the telephone; other keys stand for themselves. */
export interface Choice {
  language: 'english' | 'malay' | 'chinese';
  topic: (typeof TOPICS)[number] | null;
}

const LANGUAGES = ['english', 'malay', 'chinese'] as const;
const TOPICS = ['tv', 'aircon', 'refrigerator', 'washing_machine', 'commercial_display', 'other'] as const;

/** The first key is a language, the second one a topic, both in their order; null for any other keys. */
export function choiceOf(keys: string): Choice | null {
  const [, first, second] = /^([1-3])([1-6])?$/.exec(keys) ?? [];
  const language = LANGUAGES[Number(first) - 1];
  if (language === undefined) return null;
  return { language, topic: second === undefined ? null : (TOPICS[Number(second) - 1] ?? null) };
}

/** The keys that a line of a call tells; empty where it tells none. */
export function keysOf(message: Pick<Message, 'extras'> | undefined): string {
  const { keypress } = partsOf(partsOf(partsOf(message?.extras)['call'])['details']);
  return typeof keypress === 'string' ? keypress.trim() : '';
}

/** The keys that a line tells and the one before it did not: every later line of a call repeats them. */
export function newKeysOf(message: Message, previous: Message | undefined): string {
  const call = (one: Message | undefined) => partsOf(partsOf(one?.extras)['call'])['id'];
  const keys = keysOf(message);
  return call(previous) === call(message) && keysOf(previous) === keys ? '' : keys;
}

/** A list of keys and names, as the server keeps it; what is none is passed over. */
export function namesOfKeys(list: unknown): ReadonlyMap<string, string> {
  const named: unknown[] = Array.isArray(list) ? list : [];
  return new Map(
    named.flatMap((one): [string, string][] =>
      typeof one === 'object' && one !== null && 'keys' in one && 'name' in one && typeof one.keys === 'string' && typeof one.name === 'string' ? [[one.keys, one.name]] : [],
    ),
  );
}
