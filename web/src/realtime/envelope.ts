import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

/** Those from the log arrive with a seq, the others do not. */
export type EventFrame = Schemas['SocketEvent'];

/** What each event of the core carries. */
export type EventMap = { [Frame in EventFrame as Frame['event']]: Frame['data'] };

/** What a user is at this moment. It is not stored, so it may also never have come. */
export type PresenceFrame = Schemas['PresenceTold'];

/** The answer to `getLiveChatQueue`: the first of those who wait, and how many there are. */
export type QueueAnswer = Schemas['LivechatQueue'];

/** What became of one place; `visitor` is who joined. */
export type QueueChange = Schemas['QueueChange'];

export type QueuedVisitor = Schemas['QueuedVisitor'];

export type EventName = keyof EventMap;

export interface AckFrame {
  ack: number | string;
  data?: unknown;
  error?: { code: string; message: string };
}

export type ServerFrame = EventFrame | AckFrame;

/** Reads a text frame; anything that is not one of ours is null. */
export function readFrame(text: string): ServerFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if ('ack' in value) return value as AckFrame;
  if ('event' in value && typeof value.event === 'string') return value as EventFrame;
  return null;
}

export function isAck(frame: ServerFrame): frame is AckFrame {
  return 'ack' in frame;
}
