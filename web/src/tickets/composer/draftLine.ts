import { api } from '../../api/client';
import type { JsonValue } from '../../api/json';
import { draftFrom, isEmpty, type Draft } from './drafts';
import { isBareHead } from './head';

/** This page, so that it does not take its own words for another device's. */
export const tab = crypto.randomUUID().slice(0, 8);

/** A draft as text, to be compared; empty for nothing. */
export function bodyOf(draft: Draft): string {
  if (isEmpty(draft)) return '';
  const { text, html, reply, via, files, contents, head, sign } = draft;
  return JSON.stringify({ text, reply, files, contents, ...(html === null ? {} : { html }), ...(isBareHead(head) ? {} : { head }), ...(sign === null ? {} : { sign }), ...(via === null ? {} : { via }) });
}

/**
 * What goes between one draft here and its copy on the server, one call after the other. It outlives
 * the screen, because an answer may come after the ticket was left.
 */
export class DraftLine {
  private version = 0;
  /** What the server has; null when that is not known, and then what is here counts. */
  private body: string | null = '';
  private wanted: string | null = null;
  private last: Promise<void> = Promise.resolve();
  private users = 0;
  private readonly key: string;

  constructor(
    username: string,
    private readonly ticketId: number,
    private readonly idle: () => void,
  ) {
    this.key = `patchbay.synced.${username}.${ticketId}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? 'null') as { version: number; body: string | null } | null;
      if (kept !== null) Object.assign(this, { version: kept.version, body: kept.body });
    } catch {
      // Without it the draft on screen counts as changed here, and stays.
    }
  }

  /** Kept over a reload: who has changed nothing since takes what another device wrote. */
  private know(version: number, body: string | null): void {
    this.version = version;
    this.body = body;
    try {
      localStorage.setItem(this.key, JSON.stringify({ version, body }));
    } catch {
      // The same as above.
    }
  }

  private next(call: () => Promise<void>): void {
    this.last = this.last.then(call).catch(() => undefined);
  }

  /** Brings the server to the newest of what was asked for; what it has already is not sent. */
  push(body: string): void {
    this.wanted = body;
    this.next(async () => {
      const now = this.wanted;
      if (now === null || now === this.body) return;
      // Until the answer is here nobody can say what the server has, and it may never come.
      this.know(this.version, null);
      const draft = now === '' ? null : (JSON.parse(now) as JsonValue);
      const { version } = await api.put('/api/tickets/{id}/draft', { path: { id: this.ticketId }, json: { draft, tab } });
      this.know(version, now);
    });
  }

  /** Takes what another device wrote, unless something was changed here. `current` is null once the screen is gone. */
  pull(current: () => string | null, take: (draft: Draft) => void): void {
    this.next(async () => {
      if (current() === null) return;
      const answer = await api.get('/api/tickets/{id}/draft', { path: { id: this.ticketId } });
      const here = current();
      if (here === null || answer.version <= this.version) return;
      if (here !== this.body) {
        this.know(answer.version, this.body);
        return;
      }
      const theirs = draftFrom(answer.draft);
      this.wanted = bodyOf(theirs);
      this.know(answer.version, this.wanted);
      take(theirs);
    });
  }

  /** The draft in the browser was changed while no screen showed it, and is the newest word. */
  touch(): void {
    this.know(this.version, null);
    this.rest();
  }

  enter(): void {
    this.users += 1;
  }

  leave(): void {
    this.users -= 1;
    this.rest();
  }

  private rest(): void {
    void this.last.then(() => {
      if (this.users === 0) this.idle();
    });
  }
}

const lines = new Map<string, DraftLine>();

export function lineOf(username: string, ticketId: number): DraftLine {
  const name = `${username} ${ticketId}`;
  const known = lines.get(name);
  if (known !== undefined) return known;
  const line: DraftLine = new DraftLine(username, ticketId, () => {
    if (lines.get(name) === line) lines.delete(name);
  });
  lines.set(name, line);
  return line;
}
