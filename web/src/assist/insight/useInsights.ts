import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import type { Message } from '../../api/types';
import type { Insight } from '../types';
import { storedOf, type Kind } from './model';

export interface Told {
  insight: Insight | null;
  problem: Problem | null;
  /** It is being asked for. */
  waits: boolean;
}

const NOTHING: Told = { insight: null, problem: null, waits: false };

/** What is known of a message, and how more is asked for. What is stored with the message goes before an own answer. */
export function useInsights(message: Message): { of: (kind: Kind) => Told; ask: (kind: Kind) => void } {
  const [told, setTold] = useState<Partial<Record<Kind, Told>>>({});
  const calls = useRef(new AbortController());
  useEffect(() => {
    calls.current = new AbortController();
    const { current } = calls;
    return () => current.abort();
  }, [message.id]);

  function of(kind: Kind): Told {
    const insight = storedOf(message, kind);
    return insight === null ? (told[kind] ?? NOTHING) : { ...NOTHING, insight };
  }

  async function load(kind: Kind): Promise<void> {
    const { signal } = calls.current;
    const keep = (now: Partial<Told>) => {
      if (!signal.aborted) setTold((before) => ({ ...before, [kind]: { ...NOTHING, ...now } }));
    };
    keep({ waits: true });
    try {
      keep({ insight: (await api.get('/api/wauchat', { query: { type: kind, message: String(message.id) }, signal })).value });
    } catch (thrown) {
      keep({ problem: asProblem(thrown) });
    }
  }

  return {
    of,
    ask: (kind) => {
      const { insight, waits } = of(kind);
      if (insight === null && !waits) void load(kind);
    },
  };
}
