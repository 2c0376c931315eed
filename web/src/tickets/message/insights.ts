import type { Message } from '../../api/types';

/** What helpers may have found out about a message, in the order in which it is told. */
export const INSIGHTS = ['context', 'aiqon_results', 'anchor', 'keywin', 'traits', 'handle', 'advocacy', 'alternative', 'personality', 'forwardres'] as const;

/** Whether anything of it may be there; what exactly is told when it is unfolded. */
export function hasInsights(message: Message): boolean {
  return INSIGHTS.some((key) => !isNothing(message[key]));
}

/** Whether a value says nothing. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
