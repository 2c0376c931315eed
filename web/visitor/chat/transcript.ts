import type { History, Side, Uploaded, WireMessage } from '../transport/wire';

export type LineState = 'waiting' | 'sending' | 'sent' | 'failed';

/** One message on the page, the visitor's own unsent ones included. */
export interface Line {
  /** Stable for the life of the page, so that a row is never drawn anew. */
  readonly key: string;
  /** The server's id; null while only this page knows the message. */
  readonly id: string | null;
  readonly clientId: string | null;
  readonly from: Side;
  readonly name: string;
  readonly text: string;
  readonly tsMs: number;
  readonly attachments: readonly Uploaded[];
  readonly state: LineState;
  /** Why a message failed or has to wait: a code of the server's list. */
  readonly problem: string | null;
}

export interface Outgoing {
  readonly id: string;
  readonly text: string;
  readonly uploads: readonly Uploaded[];
  readonly tsMs: number;
}

export interface Transcript {
  /** Messages the server has, in its order, then the visitor's unsent ones in theirs. */
  readonly lines: readonly Line[];
  /** The last event seen: where a returning socket goes on from. */
  readonly cursor: number | null;
}

export const EMPTY: Transcript = { lines: [], cursor: null };

const isConfirmed = (line: Line) => line.id !== null;

function arrange(lines: readonly Line[]): readonly Line[] {
  const confirmed = lines.filter(isConfirmed);
  // Array.sort is stable: equal times keep the order in which they arrived.
  confirmed.sort((one, other) => one.tsMs - other.tsMs);
  return [...confirmed, ...lines.filter((line) => !isConfirmed(line))];
}

function advance(cursor: number | null, seq: number | null): number | null {
  if (seq === null) return cursor;
  return cursor === null ? seq : Math.max(cursor, seq);
}

function same(line: Line, message: WireMessage): boolean {
  if (line.id === message.id) return true;
  return line.clientId !== null && (line.clientId === message.clientId || line.clientId === message.id);
}

function confirmed(message: WireMessage, before: Line | undefined): Line {
  return {
    key: before?.key ?? message.id,
    id: message.id,
    clientId: message.clientId ?? before?.clientId ?? null,
    from: message.from,
    name: message.name,
    text: message.text,
    tsMs: message.tsMs,
    attachments: message.attachments,
    state: 'sent',
    problem: null,
  };
}

/** Both history and socket frames come through here: one truth about order and duplicates. */
export function applyMessage(old: Transcript, message: WireMessage, seq: number | null): Transcript {
  const before = old.lines.find((line) => same(line, message));
  const line = confirmed(message, before);
  const lines = before
    ? old.lines.map((other) => (other === before ? line : other))
    : [...old.lines, line];
  return { lines: arrange(lines), cursor: advance(old.cursor, seq) };
}

export function applyHistory(old: Transcript, history: History): Transcript {
  let next = old;
  for (const message of history.messages) next = applyMessage(next, message, null);
  return { ...next, cursor: advance(next.cursor, history.seq) };
}

export function applySeq(old: Transcript, seq: number | null): Transcript {
  const cursor = advance(old.cursor, seq);
  return cursor === old.cursor ? old : { ...old, cursor };
}

/** The visitor pressed Send, or a message kept from an earlier visit of the page is taken up. */
export function queue(old: Transcript, out: Outgoing): Transcript {
  if (old.lines.some((line) => line.clientId === out.id || line.id === out.id)) return old;
  const line: Line = {
    key: out.id,
    id: null,
    clientId: out.id,
    from: 'visitor',
    name: '',
    text: out.text,
    tsMs: out.tsMs,
    attachments: out.uploads,
    state: 'waiting',
    problem: null,
  };
  return { ...old, lines: [...old.lines, line] };
}

/** The server has committed the message under `id`, at `tsMs` where it says so. */
export function accepted(old: Transcript, clientId: string, id: string, tsMs: number | null): Transcript {
  const own = old.lines.find((line) => line.clientId === clientId);
  if (!own || own.id !== null) return old;
  // The message may have come back on its own before the answer: then the copy goes.
  const copy = old.lines.find((line) => line !== own && line.id === id);
  const newest = Math.max(0, ...old.lines.filter(isConfirmed).map((line) => line.tsMs));
  const line: Line = {
    ...own,
    id,
    // Without the server's time it goes after everything known; the clock here may be wrong.
    tsMs: copy?.tsMs ?? tsMs ?? Math.max(newest, own.tsMs),
    state: 'sent',
    problem: null,
  };
  const lines = old.lines.filter((other) => other !== copy).map((other) => (other === own ? line : other));
  return { ...old, lines: arrange(lines) };
}

export function mark(old: Transcript, clientId: string, state: LineState, problem: string | null): Transcript {
  return {
    ...old,
    lines: old.lines.map((line) =>
      line.clientId === clientId && line.id === null ? { ...line, state, problem } : line,
    ),
  };
}

export function discard(old: Transcript, clientId: string): Transcript {
  return {
    ...old,
    lines: old.lines.filter((line) => !(line.clientId === clientId && line.id === null)),
  };
}

function asOutgoing(line: Line | undefined): Outgoing | null {
  if (!line || line.clientId === null) return null;
  return { id: line.clientId, text: line.text, uploads: line.attachments, tsMs: line.tsMs };
}

/** The unsent message of this id. */
export function outgoing(transcript: Transcript, clientId: string): Outgoing | null {
  return asOutgoing(transcript.lines.find((line) => line.id === null && line.clientId === clientId));
}

/** The next message to hand over: one at a time, so that their order holds. */
export function nextOut(transcript: Transcript): Outgoing | null {
  return asOutgoing(transcript.lines.find((line) => line.id === null && line.state !== 'failed'));
}
