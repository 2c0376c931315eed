import { pluginText } from '../../api/plugins';
import type { Plugin } from '../../api/types';

export type FieldKind = 'text' | 'long' | 'secret' | 'number' | 'switch' | 'select' | 'list' | 'webhook' | 'oauth';
export type Value = string | number | boolean | string[];
export type Values = Readonly<Record<string, Value>>;

/** One setting, read from the plugin's JSON Schema, in the words of the workspace's language. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly title: string;
  readonly description: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly advanced: boolean;
  /** The server makes this value; nobody types it. */
  readonly generated: boolean;
  readonly whole: boolean;
  readonly format: string;
  readonly pattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly maxLength: number | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly showIf: Readonly<Record<string, unknown>> | null;
  /** The sign-in of the manifest that this button begins. */
  readonly oauth: string;
  readonly initial: Value;
}

type Raw = Readonly<Record<string, unknown>>;

function record(value: unknown): Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** Texts longer than this are written in more than one line. */
const LONG = 200;

function kindOf(raw: Raw): FieldKind {
  if (raw['x-webhook-url'] === true) return 'webhook';
  if (text(raw['x-oauth']) !== '') return 'oauth';
  if (raw['type'] === 'array') return 'list';
  if (raw['x-secret'] === true) return 'secret';
  if (Array.isArray(raw['enum'])) return 'select';
  if (raw['type'] === 'boolean') return 'switch';
  if (raw['type'] === 'integer' || raw['type'] === 'number') return 'number';
  return (numberOrNull(raw['maxLength']) ?? 0) > LONG ? 'long' : 'text';
}

function initialOf(kind: FieldKind, value: unknown): Value {
  if (kind === 'switch') return value === true;
  if (kind === 'number') return typeof value === 'number' ? value : '';
  if (kind === 'list') return Array.isArray(value) ? value.map(String) : [];
  if (kind === 'secret' || kind === 'webhook' || kind === 'oauth') return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function readSchema(schema: unknown, texts: Plugin['texts'], language: string): Field[] {
  const root = record(schema);
  const required = new Set(Array.isArray(root['required']) ? root['required'] : []);
  const entries = Object.entries(record(root['properties'])).map(([name, value], at) => {
    const raw = record(value);
    const kind = kindOf(raw);
    const listed = raw['enum'] ?? record(raw['items'])['enum'];
    const options = Array.isArray(listed) ? listed.map(String) : [];
    const field: Field = {
      name,
      kind,
      title: pluginText(texts, language, 'settings', name, 'title') ?? (text(raw['title']) || name),
      description: pluginText(texts, language, 'settings', name, 'description') ?? text(raw['description']),
      placeholder: pluginText(texts, language, 'settings', name, 'placeholder') ?? text(raw['x-placeholder']),
      required: required.has(name),
      advanced: raw['x-advanced'] === true,
      generated: raw['x-generated'] !== undefined && raw['x-generated'] !== false,
      whole: raw['type'] === 'integer',
      format: text(raw['format']),
      pattern: text(raw['pattern']) || null,
      min: numberOrNull(raw['minimum']),
      max: kind === 'list' ? numberOrNull(raw['maxItems']) : numberOrNull(raw['maximum']),
      maxLength: numberOrNull(raw['maxLength']),
      options: options.map((option) => ({
        value: option,
        label: pluginText(texts, language, 'enums', name, option) ?? option,
      })),
      showIf: raw['x-show-if'] === undefined ? null : record(raw['x-show-if']),
      oauth: text(raw['x-oauth']),
      initial: initialOf(kind, raw['default']),
    };
    return { field, order: numberOrNull(raw['x-order']) ?? 1000 + at };
  });
  return entries.sort((one, other) => one.order - other.order).map(({ field }) => field);
}

/** What the form starts with: the defaults, or what the server has. */
export function startValues(fields: readonly Field[], settings: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const known = settings[field.name];
      const usable = known !== undefined && known !== null && (typeof known !== 'object' || Array.isArray(known));
      return [field.name, usable ? initialOf(field.kind, known) : field.initial];
    }),
  );
}

/** Secrets the server already holds: it says so instead of showing them. */
export function heldSecrets(settings: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const names = Object.entries(settings).filter(([, value]) => record(value)['set'] === true);
  return new Set(names.map(([name]) => name));
}

function holds(value: Value | undefined, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => holds(value, one));
  // A list counts when it holds what is asked for; numbers of a choice are kept as their text.
  if (typeof value === 'object') return value.includes(String(wanted));
  return value === wanted || (typeof wanted === 'number' && value === String(wanted));
}

/** A field with a condition shows only while the other settings have those values. */
export function isShown(field: Field, values: Values): boolean {
  if (field.showIf === null) return true;
  return Object.entries(field.showIf).every(([name, wanted]) => holds(values[name], wanted));
}

/** A text key of this room with its values, so that the form can say it in any language. */
export interface FieldProblem {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Nobody types these: the server makes them, or a sign-in does. */
function isMade(field: Field): boolean {
  return field.generated || field.kind === 'webhook' || field.kind === 'oauth';
}

export function problemOf(field: Field, values: Values, held: ReadonlySet<string>): FieldProblem | null {
  if (isMade(field) || !isShown(field, values)) return null;
  const value = values[field.name] ?? '';
  const empty = typeof value === 'object' ? value.length === 0 : typeof value === 'string' && value.trim() === '';
  if (empty) {
    const kept = field.kind === 'secret' && held.has(field.name);
    return field.required && !kept ? { key: 'form.empty' } : null;
  }
  if (field.kind === 'number') {
    const number = Number(value);
    if (Number.isNaN(number)) return { key: 'form.number' };
    if (field.whole && !Number.isInteger(number)) return { key: 'form.whole' };
    if (field.min !== null && number < field.min) return { key: 'form.min', values: { min: field.min } };
    if (field.max !== null && number > field.max) return { key: 'form.max', values: { max: field.max } };
    return null;
  }
  if (typeof value === 'object' && field.max !== null && value.length > field.max) {
    return { key: 'form.many', values: { max: field.max } };
  }
  if (typeof value !== 'string') return null;
  if (field.maxLength !== null && value.length > field.maxLength) {
    return { key: 'form.long', values: { max: field.maxLength } };
  }
  if (field.format === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim())) return { key: 'form.email' };
  if (field.format === 'uri' && !/^https?:\/\/\S+$/.test(value.trim())) return { key: 'form.uri' };
  if (field.pattern !== null && !matches(field.pattern, value)) return { key: 'form.pattern' };
  return null;
}

/** A pattern that is no pattern must not lock the form; the server checks as well. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

/** What to send: secrets only when typed, generated ones never, hidden ones not. */
export function toSettings(fields: readonly Field[], values: Values): Record<string, Value> {
  const settings: Record<string, Value> = {};
  for (const field of fields) {
    if (isMade(field) || !isShown(field, values)) continue;
    const value = values[field.name] ?? '';
    if (field.kind === 'secret') {
      if (value !== '') settings[field.name] = value;
    } else if (field.kind === 'number') {
      if (value !== '') settings[field.name] = Number(value);
    } else {
      settings[field.name] = typeof value === 'string' ? value.trim() : value;
    }
  }
  return settings;
}

export function sameValues(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const plain = (value: Value | undefined) => (typeof value === 'object' ? JSON.stringify(value) : value);
  return [...names].every((name) => plain(one[name]) === plain(other[name]));
}
