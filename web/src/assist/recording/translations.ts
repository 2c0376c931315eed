/** What was said in recordings in another language, by the file's id: held while the page is open, as the server keeps none of it. */
import { create } from 'zustand';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import type { Attachment } from '../../api/types';

/** Lines of one request, as many as the server takes. */
const BATCH = 50;

interface Translated {
  /** The language it is in; empty for as it was said. */
  into: string;
  /** By the line's place; those that have not come are not there. */
  lines: Readonly<Record<number, string>>;
  problem: Problem | null;
  waits: boolean;
}

export const useTranslations = create<{ of: Readonly<Record<Attachment['id'], Translated>> }>()(() => ({ of: {} }));

function set(id: Attachment['id'], now: Translated): void {
  useTranslations.setState(({ of }) => ({ of: { ...of, [id]: now } }));
}

/** Translates the lines of a transcript, or shows them as they were said where the language is empty. */
export async function translateLines(id: Attachment['id'], ticketId: number, said: readonly string[], into: string, source: string): Promise<void> {
  set(id, { into, lines: {}, problem: null, waits: into !== '' });
  const isWanted = () => useTranslations.getState().of[id]?.into === into;
  try {
    for (let from = 0; into !== '' && from < said.length; from += BATCH) {
      const text = said.slice(from, from + BATCH).map((message, place) => ({ id: from + place, message }));
      const { data } = await api.post('/api/translate2', { json: { ticketId, text, target: into, source } });
      if (!isWanted()) return;
      const { lines = {} } = useTranslations.getState().of[id] ?? {};
      const more = Object.fromEntries(data.map((line) => [Number(line.id), line.message]));
      set(id, { into, lines: { ...lines, ...more }, problem: null, waits: from + BATCH < said.length });
    }
  } catch (thrown) {
    if (!isWanted()) return;
    const { lines = {} } = useTranslations.getState().of[id] ?? {};
    set(id, { into, lines, problem: asProblem(thrown), waits: false });
  }
}
