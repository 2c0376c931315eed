/** Conditions about a ticket, as policies and queues have them: each holds for any of its values, and all of them have to hold. */
import type { components } from '../api/openapi.gen';

export type Condition = components['schemas']['Condition'];
export type ConditionField = Condition['field'];

export const FIELDS: readonly ConditionField[] = ['channel', 'label', 'department', 'severity', 'language'];

/** As the server takes them. */
export const CONDITIONS_MAX = 10;
export const VALUES_MAX = 50;

/** Conditions that have no value yet, by places such as `conditions.2.values`, with what is said of them. */
export function missingValues(conditions: readonly Condition[], words: string): Record<string, string> {
  const faults: Record<string, string> = {};
  conditions.forEach(({ values }, at) => {
    if (values.length === 0) faults[`conditions.${at}.values`] = words;
  });
  return faults;
}
