// The answer of "check settings".
import type { settings, types } from './wit.gen.ts';

/** What a check found; everything is optional. */
export interface ValidationParts {
  /** How the account names itself. */
  title?: string | null;
  /** Problems by setting; `''` is the account as a whole. */
  problems?: Record<string, types.Detail>;
  /** Facts worth showing. */
  facts?: Record<string, string | number>;
}

/** The answer of `settings.check`. */
export function validation(parts: ValidationParts = {}): settings.Validation {
  return {
    title: parts.title ?? null,
    problems: Object.entries(parts.problems ?? {}),
    facts: Object.entries(parts.facts ?? {}).map(([label, value]) => [label, String(value)]),
  };
}
