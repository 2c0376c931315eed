// The settings an admin entered, as the plugin's own type.
import { detail, failure } from './failure.ts';
import { fromJson } from './json.ts';
import type { types } from './wit.gen.ts';

/** Reads one setting; `undefined` when it has no value. Throws a sentence when it does not fit. */
export type Reader<Value> = (value: unknown) => Value;

/**
 * Reads the account's settings. Each name has a reader; what does not fit is told to the admin,
 * at the setting concerned.
 *
 * ```ts
 * const { base_url } = config(account, { base_url: text('https://api.example.com') });
 * ```
 */
export function config<Shape extends Record<string, Reader<unknown>>>(
  account: types.Account,
  shape: Shape,
): { [Name in keyof Shape]: ReturnType<Shape[Name]> } {
  const entered = fromJson(account.config.trim() || '{}') as Record<string, unknown>;
  const read: Record<string, unknown> = {};
  const problems: Record<string, types.Detail> = {};
  for (const [name, reader] of Object.entries(shape)) {
    try {
      read[name] = reader(entered[name] ?? undefined);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      problems[name] = detail('plugin.settings', problem);
    }
  }
  if (Object.keys(problems).length > 0) {
    throw failure.needsConfig(problems);
  }
  return read as { [Name in keyof Shape]: ReturnType<Shape[Name]> };
}

/** A text; without `otherwise` it has to be entered. */
export function text(otherwise?: string): Reader<string> {
  return (value) => {
    const found = value === '' ? undefined : value;
    return checked(found ?? otherwise, (it) => typeof it === 'string', 'a text');
  };
}

/** A whole number; without `otherwise` it has to be entered. */
export function integer(otherwise?: number): Reader<number> {
  return (value) => checked(value ?? otherwise, Number.isInteger, 'a whole number');
}

/** A switch. */
export function flag(otherwise = false): Reader<boolean> {
  return (value) => checked(value ?? otherwise, (it) => typeof it === 'boolean', 'yes or no');
}

/** One of a few texts. */
export function choice<const Choices extends readonly string[]>(
  choices: Choices,
  otherwise?: Choices[number],
): Reader<Choices[number]> {
  return (value) =>
    checked(value ?? otherwise, (it) => choices.includes(it as string), `one of ${choices.join(', ')}`);
}

function checked<Value>(value: unknown, fits: (value: unknown) => boolean, what: string): Value {
  if (value === undefined) {
    throw new Error('This setting has to be entered.');
  }
  if (!fits(value)) {
    throw new Error(`This setting has to be ${what}.`);
  }
  return value as Value;
}
