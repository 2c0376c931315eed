// Apart from `open.ts`, which every first screen loads.
import type { Recipient } from '../actions/types';
import { useEntry } from './open';

/** Opens the window for a ticket by hand. */
export function openByHand(): void {
  useEntry.setState({ window: 'open', kind: 'ticket', to: null });
}

/** Opens the window for a message to a contact. */
export function openMessage(to: Recipient | null): void {
  useEntry.setState({ window: 'open', kind: 'message', to });
}
