import { useEffect } from 'react';
import { needFields, useFields, type CustomField } from '../api/fields';
import type { Choice } from './choices';
import type { Kind } from './model';
import type { useTexts } from './texts';

type Text = ReturnType<typeof useTexts>['t'];

/** The custom fields of the desk, those that were archived as well. */
export function useCustom(): readonly CustomField[] {
  useEffect(needFields, []);
  return useFields((state) => state.fields);
}

/** One of them as something to look at or to set: `custom:12`. */
export function customOptions(fields: readonly CustomField[], chosen: number | null | undefined): Choice[] {
  const offered = fields.filter(({ archived, id }) => !archived || id === chosen);
  const gone = chosen == null || fields.some(({ id }) => id === chosen) ? [] : [{ value: `custom:${chosen}`, label: `#${chosen}` }];
  return [...offered.map(({ id, label }) => ({ value: `custom:${id}`, label })), ...gone];
}

/** The id in such an option; null for what is none. */
export function customId(option: string): number | null {
  return option.startsWith('custom:') ? Number(option.slice('custom:'.length)) : null;
}

/** Where the value of a custom field comes from, and what can be chosen. */
export function customValue(t: Text, field: CustomField | undefined): { kind: Kind; choices: Choice[] } {
  if (field === undefined) return { kind: 'text', choices: [] };
  const nothing = { value: '', label: t('value.empty') };
  if (field.kind === 'checkbox') return { kind: 'custom', choices: [{ value: 'yes', label: t('value.ticked') }, { value: '', label: t('value.unticked') }] };
  if (field.kind === 'long_text') return { kind: 'long', choices: [] };
  if (field.kind !== 'choice' && field.kind !== 'multi_choice') return { kind: 'text', choices: [] };
  const offered = field.choices.filter(({ archived }) => !archived);
  return { kind: 'custom', choices: [...offered.map(({ id, label }) => ({ value: String(id), label })), nothing] };
}

/** How the value of a custom field reads. */
export function customShown(t: Text, field: CustomField | undefined, value: string): string {
  const { choices } = customValue(t, field);
  const name = (one: string) => choices.find((choice) => choice.value === one)?.label ?? field?.choices.find(({ id }) => String(id) === one)?.label ?? one;
  return field?.kind === 'multi_choice' && value !== '' ? value.split(',').map((one) => name(one.trim())).join(', ') : name(value);
}
