import type { ReactNode, RefObject } from 'react';
import type { WritingField } from './field';

/** Something to choose from a list. */
export interface Suggestion {
  id: string;
  shown: ReactNode;
  /** Puts it in the place of what was typed. */
  take: () => void;
}

/** What is offered for what stands before the caret. */
export interface Offer {
  /** Where its sign stands. */
  start: number;
  label: string;
  /** What its keys do. */
  hint: string;
  options: readonly Suggestion[];
  /** The first one is pointed at, so that Enter takes it. */
  points: boolean;
}

/** What every list is told. */
export interface Typed {
  text: string;
  caret: number | null;
  field: RefObject<WritingField | null>;
  put: (from: number, to: number, words: string) => void;
}

/** So many are enough to choose from by eye. */
export const OFFERED_MAX = 8;
