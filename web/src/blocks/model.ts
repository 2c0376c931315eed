import { api } from '../api/client';

/** A sender that is blocked, or was while messages came that are still held. */
export interface Block {
  id: number;
  name: string;
  /** The id of the identity, such as a mail address. */
  sender: string;
  channel: string;
  channel_name: string;
  reason: string;
  by: string;
  at_ms: number;
  blocked: boolean;
  held: number;
}

export interface BlocksPage {
  data: Block[];
  more: boolean;
}

export interface Held {
  id: number;
  text: string;
  files: number;
  at_ms: number;
}

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
