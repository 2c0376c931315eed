import { partsOf, type JsonObject } from '../../../api/json';
import type { Message } from '../../../api/types';

/** What a channel told of a message beside its words, as it is shown. */
export type About =
  | { kind: 'recipients'; field: 'to' | 'cc'; addresses: string[] }
  | { kind: 'unverified'; checks: string }
  | { kind: 'line'; say: 'written_from' | 'another_program' | 'forwarded' | 'forwarded_many' | 'forwarded_from' | 'group' | 'album'; value: string }
  | { kind: 'quote'; text: string; from: string }
  | { kind: 'whole'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'referral'; ad: boolean; headline: string; text: string; href: string | null }
  | { kind: 'link'; href: string };

type Extras = JsonObject;
type Told = Pick<Message, 'extras' | 'message' | 'type' | 'html_url'>;

const NAME_MAX = 200;
const WORDS_MAX = 600;
const WHOLE_MAX = 200_000;
const ADDRESS_MAX = 2000;
const PEOPLE_MAX = 100;
const NOTES_MAX = 10;

/** What stands in front of the words goes above them, the rest below. */
const ABOVE = new Set<About['kind']>(['recipients', 'unverified', 'line', 'quote']);

export function isAbove({ kind }: About): boolean {
  return ABOVE.has(kind);
}

function cut(text: string, max: number): string {
  const letters = Array.from(text);
  return letters.length > max ? `${letters.slice(0, max).join('')}…` : text;
}

/** One line of a stranger's: what turns the direction of letters could make it read as another. */
function lineOf(value: unknown, max = NAME_MAX): string {
  if (typeof value !== 'string') return '';
  return cut(value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\p{Cc}\s]+/gu, ' ').trim(), max);
}

/** Several lines of a stranger's. */
function wordsOf(value: unknown, max = WORDS_MAX): string {
  return typeof value === 'string' ? cut(value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim(), max) : '';
}

/** An address of the web that can be opened, or null. One with a user before its host is there to mislead. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > ADDRESS_MAX || !/^\s*https?:\/\//i.test(value)) return null;
  try {
    const url = new URL(value.trim());
    return url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}

/** The addresses of a head: a mail tells them in one text, an answer in a list. */
function people(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return all
    .slice(0, PEOPLE_MAX)
    .map((one) => lineOf(one))
    .filter((one) => one !== '');
}

/** Results are told as one word, at times with a remark behind it. */
function check(extras: Extras, name: string): string {
  return (/^[a-z]+/.exec(lineOf(extras[`auth-${name}`]).toLowerCase())?.[0] ?? 'none').slice(0, 20);
}

function verification(extras: Extras): About[] {
  const [spf, dkim, dmarc] = [check(extras, 'spf'), check(extras, 'dkim'), check(extras, 'dmarc')];
  if (dmarc !== 'fail' && !(spf === 'fail' && dkim === 'fail')) return [];
  return [{ kind: 'unverified', checks: `SPF: ${spf}, DKIM: ${dkim}, DMARC: ${dmarc}` }];
}

function lines(extras: Extras): About[] {
  const found: About[] = [];
  const put = (say: Extract<About, { kind: 'line' }>['say'], value = '') => found.push({ kind: 'line', say, value });
  const [written, from, group] = [lineOf(extras['written-from']), lineOf(extras['forwarded-from']), lineOf(extras['group'])];
  if (written !== '') put('written_from', written);
  if (extras['authored-by'] === 'business') put('another_program');
  if (extras['forwarded'] === 'many times') put('forwarded_many');
  else if (extras['forwarded'] === 'once' && from === '') put('forwarded');
  if (from !== '') put('forwarded_from', from);
  if (group !== '') put('group', group);
  if (lineOf(extras['album']) !== '') put('album');
  return found;
}

function quote(extras: Extras): About[] {
  const text = wordsOf(extras['quote']);
  return text === '' ? [] : [{ kind: 'quote', text, from: lineOf(extras['quote-from']) }];
}

/** What was cut off a text. A page has all of its mail and folds the quotation itself. */
function whole({ extras, message, type, html_url: page }: Told): About[] {
  const full = wordsOf(partsOf(extras)['full-text'], WHOLE_MAX).replace(/\r\n?/g, '\n');
  const shown = message.replace(/\r\n?/g, '\n').trim();
  if (full === '' || full === shown || type === 'text/html' || Boolean(page)) return [];
  const rest = full.startsWith(shown) ? full.slice(shown.length) : '';
  return [{ kind: 'whole', text: /^\s/.test(rest) ? rest.trim() : full }];
}

function notes(extras: Extras): About[] {
  return Object.entries(extras)
    .filter(([name]) => name.startsWith('note:'))
    .map(([, value]) => lineOf(value, WORDS_MAX))
    .filter((text) => text !== '')
    .slice(0, NOTES_MAX)
    .map((text) => ({ kind: 'note', text }));
}

/** What somebody came from. Its pictures are a stranger's and would tell who looks at them. */
function referral(extras: Extras): About[] {
  const href = webAddress(extras['referral']);
  const headline = lineOf(extras['referral-headline']);
  // Some providers tell a mark of the shop's own instead of an address.
  const text = wordsOf(extras['referral-text']) || (href === null ? lineOf(extras['referral']) : '');
  const type = lineOf(extras['referral-type']).toLowerCase();
  if (href === null && headline === '' && text === '' && type === '') return [];
  return [{ kind: 'referral', ad: type === 'ad' || type === 'ads', headline, text, href }];
}

/** What is shown of what a channel told: its words are a stranger's, so they are text, and never long. */
export function aboutOf(message: Told): About[] {
  const extras: Extras = partsOf(message.extras);
  const href = webAddress(extras['link']);
  const recipients = (['to', 'cc'] as const)
    .map((field) => ({ kind: 'recipients' as const, field, addresses: people(extras[field]) }))
    .filter(({ addresses }) => addresses.length > 0);
  return [
    ...recipients,
    ...verification(extras),
    ...lines(extras),
    ...quote(extras),
    ...whole(message),
    ...notes(extras),
    ...referral(extras),
    ...(href === null ? [] : [{ kind: 'link' as const, href }]),
  ];
}
