import { useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReplies } from '../../api/replies';
import type { CannedReply } from '../../api/types';
import { isComposing, isEnter } from '../../ui/enter';
import { toastError } from '../../ui/toast';
import { offered, slashAt } from './slash';

export interface ReplyPicker {
  /** What is offered; empty while nothing is. */
  replies: CannedReply[];
  active: number;
  /** The caret stands here now; null when the field was left. */
  moved: (caret: number | null) => void;
  /** Takes the keys of an open list; gives whether it did. */
  takesKey: (event: KeyboardEvent) => boolean;
  point: (at: number) => void;
  pick: (reply: CannedReply) => void;
}

/** The list behind a slash at the beginning of a word: what it offers and what its keys do. */
export function useReplyPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  ticketId: number,
  text: string,
  setText: (text: string) => void,
): ReplyPicker {
  const { t } = useTranslation();
  const all = useReplies((state) => state.replies);
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState<number | null>(null);
  const [pointed, setPointed] = useState(0);
  const slash = caret === null ? null : slashAt(text, caret);
  const replies = slash === null || slash.start === closed ? [] : offered(all, slash.query);
  const active = Math.min(pointed, replies.length - 1);

  function moved(next: number | null) {
    setCaret(next);
    if (next === null || slashAt(text, next)?.start !== closed) setClosed(null);
  }

  async function insert(reply: CannedReply, from: number, to: number): Promise<void> {
    setClosed(from);
    setPointed(0);
    try {
      const answer = await api.post('/api/replies/{id}/insert', { path: { id: reply.id }, json: { ticket_id: ticketId } });
      // Whoever typed on meanwhile keeps that: only the slash and its word are replaced.
      const now = field.current?.value ?? text;
      const word = text.slice(from, to);
      const at = now.slice(from, to) === word ? from : now.length;
      const rest = at === from ? now.slice(to) : '';
      setText(now.slice(0, at) + answer.text + rest);
      const end = at + answer.text.length;
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.setSelectionRange(end, end);
        setCaret(end);
      });
    } catch {
      setClosed(null);
      toastError(t('composer.reply_failed', { title: reply.title }));
    }
  }

  function pick(reply: CannedReply) {
    if (slash !== null && caret !== null) void insert(reply, slash.start, caret);
  }

  function takesKey(event: KeyboardEvent): boolean {
    const chosen = replies[active];
    if (chosen === undefined || slash === null || isComposing(event)) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setPointed((active + step + replies.length) % replies.length);
    else if (isEnter(event) || (event.key === 'Tab' && !event.shiftKey)) pick(chosen);
    else if (event.key === 'Escape') setClosed(slash.start);
    else {
      setPointed(0);
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { replies, active, moved, takesKey, point: setPointed, pick };
}
