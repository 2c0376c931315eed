/** Decisions about proposals: which message is answered, how sure a helper is, how sources are numbered, what counts as changed. */
import { partsOf } from '../api/json';
import { keep } from '../api/keep';
import type { Attachment, Message } from '../api/types';
import type { Recommendation, Source } from './types';

/** Of what somebody made of a message, only what has the shape of a proposal. */
export function recommendationOf({ recommendation }: Pick<Message, 'recommendation'>): Recommendation | null {
  const parts = partsOf(recommendation);
  const isOne = typeof parts['id'] === 'number' && typeof parts['what_to_say'] === 'string' && Array.isArray(parts['results']);
  return isOne ? (recommendation as unknown as Recommendation) : null;
}

/** A message of a customer that says something, and that the core knows. */
export function isAsked(message: Message): message is Message & { id: number } {
  return message.direction === 'in' && typeof message.id === 'number' && message.deleted !== true && message.message.trim() !== '';
}

/** The newest of them. */
export function newestAsked(messages: readonly Message[]): (Message & { id: number }) | null {
  return messages.findLast(isAsked) ?? null;
}

/** What was proposed for the newest message of a customer, where nobody answered it yet. */
export function proposedAlready(messages: readonly Message[]): { messageId: number; proposal: Recommendation } | null {
  const newest = newestAsked(messages);
  const proposal = newest === null ? null : recommendationOf(newest);
  if (newest === null || proposal === null) return null;
  const later = messages.slice(messages.indexOf(newest) + 1);
  return later.some(({ direction }) => direction === 'out') ? null : { messageId: newest.id, proposal };
}

/** How sure a helper is: in percent, and in a word. */
export function confidenceOf({ confidence }: Pick<Recommendation, 'confidence'>): { percent: number; level: 'high' | 'medium' | 'low' } | null {
  if (confidence == null) return null;
  const percent = Math.round(confidence * 100);
  return { percent, level: percent >= 75 ? 'high' : percent >= 45 ? 'medium' : 'low' };
}

export interface NumberedSource {
  number: number;
  source: Source;
}

/** The sentences with their sources, numbered in the order in which they come; the same place has the same number. */
export function numbered(results: Recommendation['results']): { text: string; sources: NumberedSource[] }[] {
  const known = new Map<string, NumberedSource>();
  return results.map(({ text, sources }) => ({
    text,
    sources: sources.map((source) => {
      const key = JSON.stringify([source.article_id, source.language, source.quote]);
      const found = known.get(key) ?? { number: known.size + 1, source };
      known.set(key, found);
      return found;
    }),
  }));
}

/** The words that would be put into the answer; empty where a person has to decide. */
export function wordsOf({ what_to_say, translation, action }: Recommendation): string {
  if (action === 'hand-off' || action === 'nothing') return '';
  return (translation ?? '') === '' ? what_to_say : (translation ?? '');
}

/** Whether two texts say the same; an editor may have set the lines otherwise. */
export function isSameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(a) === plain(b);
}

/** The recordings of a message. */
export const recordingsOf = ({ attachments }: Pick<Message, 'attachments'>): readonly Attachment[] => attachments.filter(({ mime }) => mime.startsWith('audio/'));

const SETTLED = 'patchbay.assist.settled';
const SETTLED_MAX = 200;

function settledIds(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(SETTLED) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Whether this person took or dismissed it already in this browser. */
export const isSettled = (id: number): boolean => settledIds().includes(id);

export function settle(id: number): void {
  keep(SETTLED, JSON.stringify([...settledIds().filter((known) => known !== id), id].slice(-SETTLED_MAX)));
}
