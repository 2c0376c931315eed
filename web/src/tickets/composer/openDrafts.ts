import { lineOf } from './draftLine';
import { keepDraft, readDraft, type Draft } from './drafts';

type Change = (now: Draft) => Draft;

/** Composers on screen, by ticket. */
const open = new Map<number, (change: Change) => void>();

/** A composer says how it takes changes from elsewhere; the answer takes it back. */
export function openDraft(ticketId: number, take: (change: Change) => void): () => void {
  open.set(ticketId, take);
  return () => {
    if (open.get(ticketId) === take) open.delete(ticketId);
  };
}

/**
 * Changes what is written to a ticket, in its composer or, when another ticket is on screen by now, in
 * what is kept of it. Tells whether it is on screen.
 */
export function changeDraft(username: string, ticketId: number, change: Change): boolean {
  const take = open.get(ticketId);
  if (take !== undefined) {
    take(change);
    return true;
  }
  keepDraft(username, ticketId, change(readDraft(username, ticketId)));
  lineOf(username, ticketId).touch();
  return false;
}
