/** What a message tells, by kind: the names of the kinds, where a message keeps them, and what is a stored one. */
import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';
import type { Insight } from '../types';

/** As they are asked for, and the name under which a message keeps each. */
export const KINDS = [
  ['alternative', 'alternative'],
  ['personality', 'personality'],
  ['advocacy', 'advocacy'],
  ['forwardresolution', 'forwardres'],
  ['anchor', 'anchor'],
] as const;

export type Kind = (typeof KINDS)[number][0];

/** What a helper told of a message; null where it was not asked, and for what a channel told in a shape of its own. */
export function storedOf(message: Message, kind: Kind): Insight | null {
  const name = KINDS.find(([one]) => one === kind)?.[1];
  const value = name === undefined ? undefined : message[name];
  const parts = partsOf(value);
  return typeof parts['value'] === 'string' && Array.isArray(parts['scores']) ? (value as unknown as Insight) : null;
}

/** The first kind of which a message tells something already. */
export function firstStored(message: Message): Kind | null {
  return KINDS.find(([kind]) => storedOf(message, kind) !== null)?.[0] ?? null;
}
