import type { components } from '../api/openapi.gen';
import type { Agent, Label } from '../api/types';

/** Results of one section on one page. */
export const PAGE = 6;

/** The quick filters in their order: what is shown, and the key that it puts into the input. */
export const CHIPS = [
  { entity: 'Contact', key: 'contact' },
  { entity: 'From', key: 'from' },
  { entity: 'Label', key: 'label' },
  { entity: 'Ticket', key: 'number' },
] as const;

export type ChipKey = (typeof CHIPS)[number]['key'];

/** What is searched for; an empty text asks for nothing. */
export interface Asked {
  words: string;
  from: string;
  contact: string;
  label: string;
  number: string;
}

/** Where a part of a text was asked for: start and length in UTF-16 code units. */
export type Mark = readonly [number, number];

export type Post = components['schemas']['FoundTicket'];

export type MessageHit = components['schemas']['FoundMessage'];

export type ContactRow = components['schemas']['ContactRow'];

/** Some rows of a section, and how many there are. */
export interface Section<Row> {
  rows: readonly Row[];
  count: number;
  more: boolean;
}

export interface Found {
  labels: Section<Label>;
  contacts: Section<ContactRow>;
  agents: Section<Agent>;
  messages: Section<MessageHit>;
  posts: Section<Post>;
  indexing: number | null;
}

const PLACES: Readonly<Record<string, keyof Asked>> = {
  contact: 'contact',
  from: 'from',
  label: 'label',
  number: 'number',
  ticket: 'number',
  message: 'words',
};

/** Splits at blanks outside quotes; the quotes stay. */
function pieces(text: string): string[] {
  return text.replace(/[“”]/g, '"').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}

/** Reads `key:value`; what has no key is searched for in messages. */
export function parse(text: string): Asked {
  const asked: Asked = { words: '', from: '', contact: '', label: '', number: '' };
  for (const piece of pieces(text)) {
    const at = piece.indexOf(':');
    const place = at === -1 ? undefined : PLACES[piece.slice(0, at).toLowerCase()];
    const value = place === undefined ? piece : piece.slice(at + 1);
    const key = place ?? 'words';
    asked[key] = `${asked[key]} ${value}`.trim();
  }
  return asked;
}

export function asksNothing(asked: Asked): boolean {
  return Object.values(asked).every((value) => value === '');
}

/** Without the quotes around it. */
export function bare(value: string): string {
  return value.replaceAll('"', '').trim();
}

/** A value as it stands behind its key. */
export function keyed(key: ChipKey, value: string): string {
  const plain = bare(value);
  return /[\s:]/.test(plain) ? `${key}:"${plain}"` : `${key}:${plain}`;
}

/** The input with a key at its end, ready for the value. */
export function withKey(text: string, key: ChipKey): string {
  const before = text.trimEnd();
  if (before.toLowerCase().endsWith(`${key}:`)) return before;
  return before === '' ? `${key}:` : `${before} ${key}:`;
}

/** The chip whose key stands last in the input. */
export function activeChip(text: string): (typeof CHIPS)[number] | null {
  for (const piece of pieces(text).reverse()) {
    const chip = CHIPS.find(({ key }) => PLACES[piece.split(':')[0]?.toLowerCase() ?? ''] === key && piece.includes(':'));
    if (chip) return chip;
  }
  return null;
}

/** One page of a list that is here whole. */
export function pageOf<Row>(rows: readonly Row[], page: number): Section<Row> {
  return { rows: rows.slice(page * PAGE, (page + 1) * PAGE), count: rows.length, more: false };
}

export const nothing: Section<never> = { rows: [], count: 0, more: false };

const sectionsOf = (found: Found) => [found.labels, found.contacts, found.agents, found.messages, found.posts];

/** As many as the longest section needs. */
export function pagesOf(found: Found): number {
  return Math.max(1, ...sectionsOf(found).map((section) => Math.ceil(section.count / PAGE)));
}

export function foundNothing(found: Found): boolean {
  return sectionsOf(found).every((section) => section.count === 0);
}

/** Where the words that were typed stand in a short name. */
export function marksIn(name: string, asked: string): Mark[] {
  const words = bare(asked).toLowerCase().split(/\s+/).filter((word) => word !== '');
  const text = name.toLowerCase();
  const found = words.map((word): Mark => [text.indexOf(word), word.length]).filter(([at]) => at !== -1);
  return found.sort((a, b) => a[0] - b[0]).filter(([at], index, all) => index === 0 || at >= (all[index - 1]?.[0] ?? 0) + (all[index - 1]?.[1] ?? 0));
}

/** A text cut at its marks. */
export function cut(text: string, marks: readonly Mark[]): { text: string; marked: boolean }[] {
  const parts: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [start, length] of marks) {
    if (start > at) parts.push({ text: text.slice(at, start), marked: false });
    parts.push({ text: text.slice(start, start + length), marked: true });
    at = start + length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false });
  return parts;
}
