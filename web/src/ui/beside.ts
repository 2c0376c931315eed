import type { ComponentType } from 'react';
import { create } from 'zustand';

/** What a panel beside a conversation is given. */
export interface BesideProps {
  /** What the customer writes in, as a code; empty where nobody knows. */
  language: string;
  /** Puts words into what is written; absent where nobody can write any more. */
  insert: ((words: string) => void) | undefined;
  onClose: () => void;
}

interface Beside {
  ticketId: number;
  /** Name of the panel for those who do not see it. */
  label: string;
  Panel: ComponentType<BesideProps>;
}

/** The panel that stands beside one conversation in place of its details; a room hands it in, whichever it is. */
export const useBeside = create<{ beside: Beside | null }>()(() => ({ beside: null }));

export function showBeside(beside: Beside): void {
  useBeside.setState({ beside });
}

export function closeBeside(): void {
  useBeside.setState({ beside: null });
}
