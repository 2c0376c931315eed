import { api } from '../api/client';
import type { components } from '../api/openapi.gen';

type Schemas = components['schemas'];

/** A sender that is blocked, or was while messages came that are still held. */
export type Block = Schemas['BlockedSender'];

export type Held = Schemas['HeldMessage'];

/** Held messages of one answer of the server. */
export const HELD_PAGE = 30;

/** Lets everything of a sender in, however many calls that takes. Gives how many messages it was. */
export async function restoreAll(id: number): Promise<number> {
  let sum = 0;
  for (;;) {
    const { restored, left } = await api.post('/api/blocks/{id}/restore', { path: { id } });
    sum += restored;
    if (left <= 0 || restored === 0) return sum;
  }
}
