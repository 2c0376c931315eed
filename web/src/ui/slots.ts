/** Slots in a conversation: parts that another room hands in for it, a little after the start, without either knowing the other. */
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Message, TicketInfo } from '../api/types';

export interface AboveComposerProps {
  info: TicketInfo;
  messages: readonly Message[];
  /** Puts words into the answer where its caret is, whatever is being written, and the focus behind them. */
  insert: (words: string) => void;
}

interface Slots {
  aboveComposer: ComponentType<AboveComposerProps> | null;
  belowMessage: ComponentType<{ message: Message }> | null;
}

export const useSlots = create<Slots>()(() => ({ aboveComposer: null, belowMessage: null }));

/** By ticket, who wants to know the text of its next answer when that is sent; each is told once. */
export const whenSent = new Map<number, (text: string) => void>();
