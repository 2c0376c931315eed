import type { components } from '../../api/openapi.gen';
import type { CustomField } from '../../api/fields';

/** What stands in a field: a text, a number, true, the id of a choice or a list of such ids; null for nothing. */
export type Held = components['schemas']['FieldValue'];
export type Value = Held['value'];

/** A value as it stands in a line that can be typed into. */
export function typedOf(value: Value): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A value as people read it; `yes` is the word for a tick. */
export function wordsOf(field: CustomField, value: Value, yes: string): string {
  if (value === null || value === false) return '';
  if (value === true) return yes;
  const label = (id: number) => field.choices.find((choice) => choice.id === id)?.label ?? '';
  if (Array.isArray(value)) return value.map((id) => label(Number(id))).join(', ');
  return field.kind === 'choice' ? label(Number(value)) : typedOf(value);
}

/** The choices that can be picked: those offered, and those that stand there already. */
export function offered(field: CustomField, value: Value): { value: string; label: string }[] {
  const has = Array.isArray(value) ? value : typeof value === 'number' ? [value] : [];
  return field.choices.filter(({ id, archived }) => !archived || has.includes(id)).map(({ id, label }) => ({ value: String(id), label }));
}

/** The rows after one of them changed; what is empty has none. */
export function withHeld(rows: readonly Held[], held: Held): Held[] {
  const others = rows.filter(({ field_id }) => field_id !== held.field_id);
  return held.value === null ? others : [...others, held];
}
