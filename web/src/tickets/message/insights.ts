import type { Message } from '../../api/types';

/** What helpers may have found out about a message, in the order in which it is told. */
export const INSIGHTS = ['aiqon_results', 'anchor', 'keywin', 'traits', 'handle', 'advocacy', 'alternative', 'personality', 'forwardres'] as const;

export interface Insight {
  key: (typeof INSIGHTS)[number];
  text: string;
  /** It is written as data. */
  data: boolean;
}

/** Whether anything of it may be there; what exactly is told when it is unfolded. */
export function hasInsights(message: Message): boolean {
  return INSIGHTS.some((key) => !isNothing(message[key]));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
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

/** The insights of a message that has any. */
export function insightsOf(message: Message): Insight[] {
  return INSIGHTS.flatMap((key) => {
    const value = read(message[key]);
    if (isNothing(value)) return [];
    const data = typeof value === 'object';
    return [{ key, data, text: data ? JSON.stringify(value, null, 2) : String(value as string | number | boolean) }];
  });
}
