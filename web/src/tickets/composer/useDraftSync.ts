import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client';
import { onEvent } from '../../realtime/apply';
import { EMPTY_DRAFT, type Draft } from './drafts';

const PUSH_MS = 1_500;
const tab = crypto.randomUUID().slice(0, 8);

interface Answer {
  draft: Partial<Draft> | null;
  version: number;
}

function textOf({ text, reply, files, contents }: Draft): string {
  const empty = text === '' && reply === null && files.length === 0 && contents.length === 0;
  return empty ? '' : JSON.stringify({ text, reply, files, contents });
}

/** Kept over a reload: who has changed nothing since takes what another device wrote. */
class Synced {
  version = 0;
  /** What the server has, as text; empty for nothing. */
  body = '';
  private readonly key: string;

  constructor(username: string, ticketId: number) {
    this.key = `patchbay.synced.${username}.${ticketId}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? 'null') as Pick<Synced, 'version' | 'body'> | null;
      if (kept !== null) this.know(kept.version, kept.body);
    } catch {
      // Without it the draft on screen counts as changed here, and stays.
    }
  }

  know(version: number, body: string): void {
    this.version = version;
    this.body = body;
  }

  keep(): void {
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: this.version, body: this.body }));
    } catch {
      // The same as above.
    }
  }
}

/**
 * Keeps the draft on the server as well, and takes what another device of the same person wrote,
 * unless something was changed here since: then the latest word counts.
 */
export function useDraftSync(username: string, ticketId: number, draft: Draft, take: (draft: Draft) => void): void {
  const body = textOf(draft);
  const [synced] = useState(() => new Synced(username, ticketId));
  const latest = useRef({ body, take });
  useEffect(() => {
    latest.current = { body, take };
  });

  useEffect(() => {
    const address = `/api/tickets/${ticketId}/draft`;
    const push = async (now: string) => {
      const { version } = await api.put<Answer>(address, { draft: now === '' ? null : (JSON.parse(now) as Draft), tab });
      synced.know(version, now);
      synced.keep();
    };
    if (body === synced.body) return undefined;
    const timer = setTimeout(() => void push(body).catch(() => undefined), PUSH_MS);
    return () => clearTimeout(timer);
  }, [body, ticketId, synced]);

  useEffect(() => {
    let over = false;
    const pull = async () => {
      const answer = await api.get<Answer>(`/api/tickets/${ticketId}/draft`);
      if (over || answer.version <= synced.version) return;
      const theirs = { ...EMPTY_DRAFT, ...answer.draft };
      const untouched = latest.current.body === synced.body;
      synced.know(answer.version, untouched ? textOf(theirs) : synced.body);
      if (!untouched) return;
      synced.keep();
      latest.current.take(theirs);
    };
    void pull().catch(() => undefined);
    const stop = onEvent('draftChanged', (change) => {
      if (change.ticket_id === ticketId && change.tab !== tab) void pull().catch(() => undefined);
    });
    return () => {
      over = true;
      stop();
      // What was typed in the last moment before leaving goes, too.
      const { body: now } = latest.current;
      if (now !== synced.body) {
        const kept = now === '' ? null : (JSON.parse(now) as Draft);
        void api.put(`/api/tickets/${ticketId}/draft`, { draft: kept, tab }).catch(() => undefined);
      }
    };
  }, [ticketId, synced]);
}
