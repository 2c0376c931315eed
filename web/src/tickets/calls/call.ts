import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';
import { keysOf } from './pressed';

/** A telephone call that goes on. */
export interface Call {
  id: string;
  stage: 'ringing' | 'answered' | 'held';
  direction: 'in' | 'out';
  extension: string;
  /** What the caller pressed; empty where that is not told. */
  keys: string;
  /** When it rang or, once answered, when that was; in milliseconds. */
  since: number;
}

interface Line {
  id: string;
  kind: string;
  direction: 'in' | 'out';
  extension?: string | null;
  keys: string;
}

/** Recordings come after the end and say nothing of the call itself. */
const SAYS_NOTHING = 'recorded';
const ENDS = ['ended', 'missed'];

function lineOf(message: Message): Line | null {
  const { id, kind, direction, extension } = partsOf(partsOf(message.extras)['call']);
  if (typeof id !== 'string' || typeof kind !== 'string' || kind === SAYS_NOTHING) return null;
  return { id, kind, direction: direction === 'out' ? 'out' : 'in', extension: typeof extension === 'string' ? extension : null, keys: keysOf(message) };
}

function stageOf(kind: string): Call['stage'] {
  if (kind === 'ringing' || kind === 'held') return kind;
  return 'answered';
}

/** The call that goes on in a conversation, as its lines tell; the newest one, if several do. */
export function currentCall(messages: readonly Message[]): Call | null {
  const over = new Set<string>();
  let found: Call | null = null;
  for (const message of messages.toReversed()) {
    const line = lineOf(message);
    if (line === null || over.has(line.id)) continue;
    if (found === null) {
      if (ENDS.includes(line.kind)) over.add(line.id);
      else found = { id: line.id, stage: stageOf(line.kind), direction: line.direction, extension: line.extension ?? '', keys: line.keys, since: message.ts_ms };
    } else if (line.id === found.id && (line.kind === 'answered' || (line.kind === 'ringing' && found.stage === 'ringing'))) {
      found.since = message.ts_ms;
    }
  }
  return found;
}

/** Minutes and seconds, as telephones show them. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
