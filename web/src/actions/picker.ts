import type { ReactNode } from 'react';
import { create } from 'zustand';

/** One thing to choose. */
export interface Choice {
  id: string;
  label: string;
  mark?: ReactNode;
  /** It is so already. */
  checked?: boolean;
  run: () => void;
}

/** What is asked: a list to choose one thing from, found by typing. */
export interface Question {
  title: string;
  /** Said where there is nothing to choose. */
  empty: string;
  /** What fails is told, with a way to try again. */
  load: () => Promise<readonly Choice[]>;
}

/** The question on screen; its window is loaded with the first one. */
export const usePicker = create<{ question: Question | null; open: boolean }>()(() => ({ question: null, open: false }));

/** Asks something. */
export function openPicker(question: Question): void {
  usePicker.setState({ question, open: true });
}

/** The words stay while the window fades out. */
export function closePicker(): void {
  usePicker.setState({ open: false });
}
