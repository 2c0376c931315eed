import { useMemo, useState } from 'react';
import {
  isShown,
  problemOf,
  sameValues,
  startValues,
  heldSecrets,
  toSettings,
  type Field,
  type FieldProblem,
  type Value,
  type Values,
} from './schema';

/** What is wrong with a field: found here, or said by the server. */
export type Said = FieldProblem | { readonly server: string };

export interface SettingsForm {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly held: ReadonlySet<string>;
  readonly dirty: boolean;
  readonly problem: (name: string) => Said | null;
  readonly change: (name: string, value: Value) => void;
  readonly leave: (name: string) => void;
  /** Marks every field as visited and gives the first one that is wrong. */
  readonly review: () => string | null;
  readonly accuse: (fields: Readonly<Record<string, string>>) => void;
  readonly reset: () => void;
  readonly settings: () => Record<string, Value>;
}

/** The name of the channel is not the plugin's to declare, but belongs to the same form. */
export const NAME = 'channel name';

function nameField(title: string, description: string): Field {
  return {
    name: NAME,
    kind: 'text',
    title,
    description,
    placeholder: '',
    required: true,
    advanced: false,
    generated: false,
    whole: false,
    format: '',
    pattern: null,
    min: null,
    max: null,
    maxLength: 80,
    options: [],
    showIf: null,
    oauth: '',
    initial: '',
  };
}

/**
 * Only what was changed is kept beside the server's values, so that news about the channel never
 * overwrites what somebody is typing.
 */
export function useSettingsForm(
  schema: readonly Field[],
  name: { value: string; title: string; description: string },
  stored: Readonly<Record<string, unknown>>,
): SettingsForm {
  const [draft, setDraft] = useState<Values>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<Readonly<Record<string, string>>>({});
  const { value, title, description } = name;
  const fields = useMemo(() => [nameField(title, description), ...schema], [schema, title, description]);
  const base = useMemo(
    (): Values => ({ ...startValues(schema, stored), [NAME]: value }),
    [schema, stored, value],
  );
  const held = useMemo(() => heldSecrets(stored), [stored]);
  const values = { ...base, ...draft };

  return {
    fields,
    values,
    held,
    dirty: !sameValues(values, base),
    problem: (field) => {
      const said = server[field];
      if (said !== undefined) return { server: said };
      const found = left.has(field) ? fields.find((one) => one.name === field) : undefined;
      return found ? problemOf(found, values, held) : null;
    },
    change: (field, next) => {
      setDraft((old) => ({ ...old, [field]: next }));
      setServer((old) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== field)));
    },
    leave: (field) => setLeft((old) => new Set([...old, field])),
    review: () => {
      setLeft(new Set(fields.map((field) => field.name)));
      return fields.find((field) => problemOf(field, values, held) !== null)?.name ?? null;
    },
    accuse: (said) => {
      const named = Object.entries(said).map(([key, words]) => {
        const plain = key.replace(/^settings\./, '');
        return [plain === 'name' && !schema.some((one) => one.name === 'name') ? NAME : plain, words];
      });
      setServer(Object.fromEntries(named) as Record<string, string>);
    },
    reset: () => {
      setDraft({});
      setLeft(new Set());
      setServer({});
    },
    settings: () => toSettings(schema, values),
  };
}

export function shownFields(form: SettingsForm): Field[] {
  return form.fields.filter((field) => isShown(field, form.values));
}
