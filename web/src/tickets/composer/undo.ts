import { keep } from '../../api/keep';

const UNDO = 'patchbay.undo';
export const UNDO_CHOICES = [0, 5, 10, 30] as const;

/** Seconds for which this person's answers can be taken back; 0 sends at once. */
export function undoSeconds(): number {
  const seconds = Number(localStorage.getItem(UNDO) ?? '0');
  return UNDO_CHOICES.find((choice) => choice === seconds) ?? 0;
}

export function setUndoSeconds(seconds: number): void {
  keep(UNDO, String(seconds));
}
