import { create } from 'zustand';
import type { Mention } from '../../../api/types';

/** A note that was begun. It stays in this browser: unlike an answer's, its draft does not follow its author. */
export interface NoteDraft {
  text: string;
  mentions: Mention[];
}

const EMPTY: NoteDraft = { text: '', mentions: [] };

interface NotesState {
  /** The ticket whose composer takes a note at this moment. */
  writingIn: number | null;
  drafts: Readonly<Record<string, NoteDraft>>;
}

export const useNoteDrafts = create<NotesState>()(() => ({ writingIn: null, drafts: {} }));

/** One per person and ticket, as with answers. */
function key(username: string, ticketId: number): string {
  return `patchbay.note.${username}.${ticketId}`;
}

function stored(name: string): NoteDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<NoteDraft> | null;
    return { ...EMPTY, ...kept };
  } catch {
    return EMPTY;
  }
}

export function readNote(username: string, ticketId: number): NoteDraft {
  const name = key(username, ticketId);
  return useNoteDrafts.getState().drafts[name] ?? stored(name);
}

export function changeNote(username: string, ticketId: number, change: (now: NoteDraft) => NoteDraft): void {
  const name = key(username, ticketId);
  const next = change(readNote(username, ticketId));
  try {
    if (next.text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(next));
  } catch {
    // It lasts as long as the page then.
  }
  useNoteDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [name]: next } }));
}

/** What is written at this moment. */
export function useNoteDraft(username: string, ticketId: number): NoteDraft {
  return useNoteDrafts(({ drafts }) => drafts[key(username, ticketId)]) ?? stored(key(username, ticketId));
}

/** Turns a ticket's composer to notes, or back to answers. */
export function setWritingNote(ticketId: number, on: boolean): void {
  useNoteDrafts.setState(({ writingIn }) => ({ writingIn: on ? ticketId : writingIn === ticketId ? null : writingIn }));
}
