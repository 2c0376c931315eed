/** Below which messages is shown what they tell. */
import { create } from 'zustand';
import type { Message } from '../../api/types';
import { firstStored } from './model';

/** By the message's id; a message of which something is stored has a fold that is closed until somebody opens it. */
export const useTells = create<{ open: Readonly<Record<Message['id'], boolean>> }>()(() => ({ open: {} }));

export function setTells(id: Message['id'], open: boolean): void {
  useTells.setState((state) => ({ open: { ...state.open, [id]: open } }));
}

/** Opens the fold of a message, or closes it. */
export function toggleTells({ id }: Pick<Message, 'id'>): void {
  setTells(id, useTells.getState().open[id] !== true);
}

/** Whether a message has the fold at all. */
export const hasTells = (message: Message, open: boolean | undefined): boolean => open !== undefined || firstStored(message) !== null;
