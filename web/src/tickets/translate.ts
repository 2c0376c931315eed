import { create } from 'zustand';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { Message } from '../api/types';
import { amendTicket, useConversations } from './conversation/store';

/** Messages of one request; the server takes more, and the first ones shall come soon. */
const BATCH = 20;

interface Failures {
  /** By ticket and language: why the last request came to nothing, until somebody tries again. */
  failures: Readonly<Record<string, string>>;
}

export const useFailures = create<Failures>()(() => ({ failures: {} }));

export const placeOf = (ticketId: number, into: string) => `${ticketId} ${into}`;

function sourceOf(ticketId: number): string {
  const all = Object.values(useConversations.getState().open);
  const source = all.find(({ info }) => info?.id === ticketId)?.info?.source_lang ?? '';
  return source === 'und' ? '' : source;
}

/** Translates messages of a ticket and lays what came beside them. */
export async function translate(ticketId: number, messages: readonly Pick<Message, 'id' | 'message'>[], target: string): Promise<void> {
  for (let from = 0; from < messages.length; from += BATCH) {
    const text = messages.slice(from, from + BATCH).map(({ id, message }) => ({ id, message }));
    const asked = { _token: '-' as const, ticketId, text, target, source: sourceOf(ticketId) };
    const { data } = await api.post('/api/translate', { json: asked });
    const came = new Map<Message['id'], string>(data.map(({ id, message }) => [id, message]));
    const said = new Map(text.map(({ id, message }) => [id, message]));
    amendTicket(ticketId, (now) => ({
      ...now,
      messages: now.messages.map((message) => {
        const words = came.get(message.id);
        // A message that was changed meanwhile is translated anew.
        if (words === undefined || said.get(message.id) !== message.message) return message;
        return { ...message, translated_text: { ...message.translated_text, [target]: words } };
      }),
    }));
  }
}

const waiting = new Map<string, Map<Message['id'], Message>>();
const asking = new Set<string>();

async function ask(ticketId: number, into: string): Promise<void> {
  const place = placeOf(ticketId, into);
  if (asking.has(place)) return;
  asking.add(place);
  try {
    for (let wanted = waiting.get(place); wanted !== undefined && wanted.size > 0; wanted = waiting.get(place)) {
      waiting.delete(place);
      await translate(ticketId, [...wanted.values()].reverse(), into);
    }
  } catch (thrown) {
    waiting.delete(place);
    const problem = asProblem(thrown);
    const why = problem.description ?? problem.message;
    useFailures.setState(({ failures }) => ({ failures: { ...failures, [place]: why } }));
  }
  asking.delete(place);
}

/** Asks for what is drawn and not translated yet; what is wanted at the same moment goes together. */
export function want(message: Message, into: string): void {
  // What was not stored yet cannot be named, and what failed waits for a person.
  const place = placeOf(message.ticket_id, into);
  if (typeof message.id !== 'number' || useFailures.getState().failures[place] !== undefined) return;
  const wanted = waiting.get(place) ?? new Map<Message['id'], Message>();
  waiting.set(place, wanted.set(message.id, message));
  if (wanted.size === 1) queueMicrotask(() => void ask(message.ticket_id, into));
}

/** Whoever shows messages of this ticket in that language asks for them again. */
export function tryAgain(ticketId: number, into: string): void {
  useFailures.setState(({ failures: { [placeOf(ticketId, into)]: _over, ...failures } }) => ({ failures }));
}
