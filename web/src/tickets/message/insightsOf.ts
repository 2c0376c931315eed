import { partsOf, type JsonValue } from '../../api/json';
import type { Message } from '../../api/types';
import { INSIGHTS, isNothing } from './insights';

export interface Insight {
  key: (typeof INSIGHTS)[number];
  text: string;
  /** It is written as data. */
  data: boolean;
}

/** A text may hold data as well. */
function read(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** What a helper told when somebody asked is shown by the room of the helpers. */
function isTold(value: unknown): boolean {
  const parts = partsOf(value as JsonValue);
  return typeof parts['value'] === 'string' && Array.isArray(parts['scores']);
}

/** The insights of a message that has any. */
export function insightsOf(message: Message): Insight[] {
  return INSIGHTS.flatMap((key) => {
    const value = read(message[key]);
    if (isNothing(value) || isTold(value)) return [];
    const data = typeof value === 'object';
    return [{ key, data, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }];
  });
}
