import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { ContactRow } from '../../contacts/model';
import type { Post } from '../../search/model';

/** What was found while somebody types. */
export interface Found {
  tickets: readonly Post[];
  contacts: readonly ContactRow[];
}

/** Where the search is: `turn` asks once more. */
export type Search = ({ phase: 'idle' } | { phase: 'loading' } | { phase: 'failed' } | { phase: 'ready'; found: Found }) & { again: () => void };

const PAUSE_MS = 200;
const LEAST = 2;
const MOST = 5;
const NUMBER = /^#?(\d{1,15})$/;

async function contactsWith(keyword: string, signal: AbortSignal): Promise<readonly ContactRow[]> {
  try {
    return (await api.get('/api/contacts/list', { query: { searchBar: true, keyword, filter: 'all', pagination: MOST, page: 0 }, signal })).data;
  } catch (thrown) {
    // Who may not see contacts finds none.
    if (asProblem(thrown).status === 403) return [];
    throw thrown;
  }
}

async function find(words: string, signal: AbortSignal): Promise<Found> {
  const number = NUMBER.exec(words)?.[1];
  const [answer, contacts] = await Promise.all([
    api.get('/api/search/data', {
      query: {
        entity: '',
        message: number === undefined ? words : '',
        username: '',
        label: '',
        ticket: number ?? '',
        contact: '',
        search_index: 0,
        search_message_index: 0,
      },
      signal,
    }),
    number === undefined ? contactsWith(words, signal) : [],
  ]);
  return { tickets: answer.post.slice(0, MOST), contacts: contacts.slice(0, MOST) };
}

type Outcome = { phase: 'failed' } | { phase: 'ready'; found: Found };

/** Looks for tickets and contacts while somebody types: a moment after the last key, and what was asked before is given up. */
export function useFound(text: string): Search {
  const words = text.trim();
  const [turn, setTurn] = useState(0);
  const [last, setLast] = useState<{ words: string; turn: number; outcome: Outcome } | null>(null);
  const wanted = words.length >= LEAST || NUMBER.test(words);
  useEffect(() => {
    if (!wanted) return undefined;
    const control = new AbortController();
    const timer = setTimeout(() => {
      find(words, control.signal).then(
        (found) => {
          if (!control.signal.aborted) setLast({ words, turn, outcome: { phase: 'ready', found } });
        },
        () => {
          if (!control.signal.aborted) setLast({ words, turn, outcome: { phase: 'failed' } });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [words, wanted, turn]);
  const again = () => setTurn((now) => now + 1);
  if (!wanted) return { phase: 'idle', again };
  if (last === null || last.words !== words || last.turn !== turn) return { phase: 'loading', again };
  return { ...last.outcome, again };
}
