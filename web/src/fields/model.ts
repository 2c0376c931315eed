import type { components } from '../api/openapi.gen';
import type { CustomField, FieldKind } from '../api/fields';

export type ChoiceDraft = Required<Pick<components['schemas']['CustomFieldChoiceDraft'], 'label' | 'archived'>> & { id?: number };

/** What a field is while it is written. */
export interface Draft {
  kind: FieldKind;
  label: string;
  help: string;
  required: boolean;
  choices: ChoiceDraft[];
}

export const KINDS: readonly FieldKind[] = ['text', 'long_text', 'number', 'date', 'checkbox', 'choice', 'multi_choice'];
export const CHOICES_MAX = 100;

export function hasChoices(kind: FieldKind): boolean {
  return kind === 'choice' || kind === 'multi_choice';
}

export function draftOf(known: CustomField | null): Draft {
  if (known === null) return { kind: 'text', label: '', help: '', required: false, choices: [] };
  const { kind, label, help, required, choices } = known;
  return { kind, label, help, required, choices: choices.map((choice) => ({ ...choice })) };
}

/** A field of another kind keeps what was written of it; one that offers choices begins with two. */
export function become(draft: Draft, kind: FieldKind): Draft {
  const choices = hasChoices(kind) && draft.choices.length === 0 ? [fresh(), fresh()] : draft.choices;
  return { ...draft, kind, choices };
}

export function fresh(): ChoiceDraft {
  return { label: '', archived: false };
}

/** What is sent: only a new field says its kind, and only some kinds have choices. */
export function bodyOf(draft: Draft, known: CustomField | null): object {
  const { kind, label, help, required, choices } = draft;
  return { ...(known === null ? { kind } : {}), label, help, required, ...(hasChoices(kind) ? { choices } : {}) };
}

export function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const next = [...items];
  const [item] = next.splice(at, 1);
  if (item !== undefined) next.splice(at + by, 0, item);
  return next;
}
