import { create } from 'zustand';
import type { Recipient } from '../actions/types';

/** What is made in the window: a message to a customer, or a ticket of what they said elsewhere. */
export type EntryKind = 'message' | 'ticket';

interface EntryState {
  window: 'never' | 'open' | 'closed';
  kind: EntryKind;
  /** The contact that it was opened for. */
  to: Recipient | null;
  held: boolean;
}

/** The window in which an agent writes first or enters a ticket; its code is loaded when it is first asked for. */
export const useEntry = create<EntryState>()(() => ({ window: 'never', kind: 'message', to: null, held: false }));

/** Opens it for a message to whom is chosen there. */
export function openEntry(): void {
  useEntry.setState({ window: 'open', kind: 'message', to: null });
}
