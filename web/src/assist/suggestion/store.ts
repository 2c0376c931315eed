/** The proposal that stands above the composer: asked for, taken, dismissed, and what becomes of it told to the core. */
import { create } from 'zustand';
import { api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { whenSent } from '../../ui/slots';
import { isSameText, isSettled, proposedAlready, recommendationOf, settle, wordsOf } from '../model';
import type { Feedback, Recommendation } from '../types';
import type { Message } from '../../api/types';

export interface Suggestion {
  ticketId: number;
  messageId: number;
  /** What it is given in besides; empty for as it was written. */
  language: string;
  phase: 'asking' | 'ready' | 'failed';
  /** While another one or a translation is asked for, the one before. */
  proposal: Recommendation | null;
  /** Why there is none; with a proposal, why there is no other one or no translation. */
  problem: Problem | null;
  /** What failed beside a proposal that stays. */
  failed: 'again' | 'translation' | null;
}

interface SuggestionState {
  open: Suggestion | null;
}

export const useSuggestion = create<SuggestionState>()(() => ({ open: null }));

/** Puts words into the answer of the conversation on screen; null while nobody can write there. */
let insert: ((words: string) => void) | null = null;

export function lendInsert(next: typeof insert): () => void {
  insert = next;
  return () => {
    if (insert === next) insert = null;
  };
}

let call: AbortController | null = null;

function stop(): void {
  call?.abort();
  call = null;
}

/** The one of a ticket, while it is shown. */
export function suggestionOf(ticketId: number): Suggestion | null {
  const { open } = useSuggestion.getState();
  return open?.ticketId === ticketId ? open : null;
}

function amend(change: Partial<Suggestion>): void {
  useSuggestion.setState(({ open }) => ({ open: open && { ...open, ...change } }));
}

interface Wish {
  again?: boolean;
  language?: string;
  /** It is asked for the ticket, by its newest message. */
  forTicket?: boolean;
}

async function ask(messageId: number, { again = false, language = '', forTicket = false }: Wish): Promise<void> {
  stop();
  const mine = new AbortController();
  call = mine;
  const options = { query: { messageId: String(messageId), ...(language === '' ? {} : { translation: language }), ...(again ? { again: '1' } : {}) }, signal: mine.signal };
  try {
    const proposal = await (forTicket ? api.get('/api/wauchat/ticket_recommendation', options) : api.get('/api/wauchat/recommendation', options));
    if (call === mine) amend({ phase: 'ready', proposal, language, problem: null, failed: null });
  } catch (thrown) {
    if (call !== mine) return;
    const known = useSuggestion.getState().open?.proposal ?? null;
    const problem = asProblem(thrown);
    if (known === null) amend({ phase: 'failed', problem });
    else amend({ phase: 'ready', problem, failed: again ? 'again' : 'translation' });
  }
  if (call === mine) call = null;
}

/** Shows what is proposed for a message; what somebody asked for before shows at once. */
export function suggestFor(ticketId: number, message: Message & { id: number }, forTicket = false): void {
  const shown = suggestionOf(ticketId);
  if (shown?.messageId === message.id && shown.phase !== 'failed') return;
  stop();
  const proposal = recommendationOf(message);
  const open: Suggestion = { ticketId, messageId: message.id, language: '', phase: 'ready', proposal, problem: null, failed: null };
  useSuggestion.setState({ open: proposal === null ? { ...open, phase: 'asking' } : open });
  if (proposal === null) void ask(message.id, { forTicket });
}

/** As a conversation opens: what is there already and waits for somebody. */
export function showProposed(ticketId: number, messages: readonly Message[]): void {
  const found = proposedAlready(messages);
  if (found === null || suggestionOf(ticketId) !== null || isSettled(found.proposal.id)) return;
  useSuggestion.setState({ open: { ticketId, ...found, language: '', phase: 'ready', problem: null, failed: null } });
}

/** Once more, in another language, or another one. */
export function askAgain(wish: Wish): void {
  const { open } = useSuggestion.getState();
  if (open === null) return;
  if (wish.language === '' && wish.again !== true && open.proposal !== null) {
    stop();
    amend({ phase: 'ready', language: '', proposal: { ...open.proposal, translation: null }, problem: null, failed: null });
    return;
  }
  amend({ phase: 'asking', problem: null, failed: null });
  void ask(open.messageId, { language: open.language, ...wish });
}

/** Gives up what is on its way. */
export function cancelAsking(): void {
  stop();
  if (useSuggestion.getState().open?.proposal == null) useSuggestion.setState({ open: null });
  else amend({ phase: 'ready' });
}

function tell(id: number, feedback: Feedback): void {
  // It is only for the log: nobody waits for it.
  void api.post('/api/assist/results/{id}/feedback', { path: { id }, json: { feedback } }).catch(() => undefined);
}

/** Whether there is something to put into the answer. */
export function canTake(open: Suggestion | null): boolean {
  return open !== null && open.phase === 'ready' && open.proposal !== null && wordsOf(open.proposal) !== '' && insert !== null;
}

/** Puts it into the answer. What is sent in the end is compared with it. */
export function takeSuggestion(): void {
  const { open } = useSuggestion.getState();
  const proposal = open?.proposal;
  if (open === null || proposal == null || !canTake(open)) return;
  const words = wordsOf(proposal);
  close(proposal.id);
  tell(proposal.id, 'taken');
  whenSent.set(open.ticketId, (text) => {
    if (!isSameText(text, words)) tell(proposal.id, 'edited');
  });
  insert?.(words);
}

export function dismissSuggestion(): void {
  const { open } = useSuggestion.getState();
  const id = open?.proposal?.id;
  if (id !== undefined) tell(id, 'dismissed');
  close(id);
}

function close(settled?: number): void {
  stop();
  if (settled !== undefined) settle(settled);
  useSuggestion.setState({ open: null });
}

/** The conversation is left. */
export function leaveSuggestion(ticketId: number): void {
  if (suggestionOf(ticketId) !== null) close();
}
