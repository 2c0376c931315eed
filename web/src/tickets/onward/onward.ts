import { create } from 'zustand';
import { api } from '../../api/client';
import type { Message } from '../../api/types';
import { toastSuccess, toastUndo } from '../../ui/toast';
import { readAnew } from '../conversation/read';
import { mergeBack } from '../merge';
import { say } from '../texts';

export interface Asked {
  act: 'forward' | 'split' | 'merge' | 'link' | 'macro' | 'time';
  ticketId: number;
  /** Null for the whole conversation. */
  message: Message | null;
}

/** What shall be done with a ticket or message that a window asks about; it is drawn once, beside the conversation. */
export const useOnward = create<{ asked: Asked | null }>()(() => ({ asked: null }));

export function askOnward(asked: Asked): void {
  useOnward.setState({ asked });
}

export function leaveOnward(): void {
  useOnward.setState({ asked: null });
}

export interface Letter {
  message_id: number | null;
  to: string[];
  cc: string[];
  text: string;
  files: boolean;
  queue_id: string;
}

/** Sends a letter; what goes wrong is thrown. */
export async function forward(ticketId: number, letter: Letter): Promise<void> {
  const made = await api.post('/api/tickets/{id}/forward', { path: { id: ticketId }, json: letter });
  toastSuccess(say('forward.done', { number: made.ticket_number }));
  await readAnew(ticketId);
}

/** Makes a ticket of a message and the later ones; what goes wrong is thrown. */
export async function split(ticketId: number, from: { message_id: number; title: string; why: string }): Promise<void> {
  const made = await api.post('/api/tickets/{id}/split', { path: { id: ticketId }, json: from });
  await readAnew(ticketId);
  toastUndo(say('split.done', { number: made.ticket_number }), {
    label: say('tidy.undo'),
    run: () => void mergeBack(made.ticket_id, ticketId),
  });
}
