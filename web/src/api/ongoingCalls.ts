/** Telephone calls that ring or in which people talk, as the list of calls has them. */
import { api } from './client';
import type { components } from './openapi.gen';

export type Call = components['schemas']['Call'];
export type CallPage = components['schemas']['CallPage'];

/** Nobody lets it ring for so long: the exchange never said how such a call ended. */
const RINGS_MAX_MS = 3 * 60 * 60_000;

interface Which {
  /** Both ways where it is left out. */
  direction?: Call['direction'];
  signal?: AbortSignal;
}

/** The newest of them, and how many there are. */
export function readOngoing({ direction, signal }: Which = {}): Promise<CallPage> {
  return api.get('/api/ticket/load/{token}/{filter}/call2/{offset}', {
    path: { token: '-', filter: 'all', offset: 0 },
    query: { outcome: 'ongoing', ...(direction === undefined ? {} : { direction }) },
    ...(signal === undefined ? {} : { signal }),
  });
}

export function isRinging({ answered_at: answered, ended_at: ended }: Call): boolean {
  return answered === null && ended === null;
}

/** Whether it has rung for so long that its end must have gone untold. */
export function isForgotten(call: Call, now: number): boolean {
  return isRinging(call) && now - call.ts >= RINGS_MAX_MS;
}
