import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { useReplies } from '../../../api/replies';
import type { CannedReply } from '../../../api/types';
import { toastError } from '../../../ui/toast';
import { offered, slashAt } from '../slash';
import type { Offer, Typed } from './offer';
import classes from './Suggestions.module.css';

interface Props extends Typed {
  ticketId: number;
  /** Now its text is on its way, and nothing is offered for this sign. */
  onTaken: (start: number | null) => void;
}

/** Canned replies behind a slash at the beginning of a word. */
export function useReplyOffer({ text, caret, field, put, ticketId, onTaken }: Props): Offer | null {
  const { t } = useTranslation();
  const all = useReplies((state) => state.replies);
  const slash = caret === null ? null : slashAt(text, caret);
  if (slash === null || caret === null) return null;

  async function insert(reply: CannedReply, from: number, to: number): Promise<void> {
    onTaken(from);
    try {
      const answer = await api.post('/api/replies/{id}/insert', { path: { id: reply.id }, json: { ticket_id: ticketId } });
      // Whoever typed on meanwhile keeps that: only the slash and its word are replaced.
      const now = field.current?.value ?? text;
      const stands = now.slice(from, to) === text.slice(from, to);
      put(stands ? from : now.length, stands ? to : now.length, answer.text);
    } catch {
      onTaken(null);
      toastError(t('composer.reply_failed', { title: reply.title }));
    }
  }

  return {
    start: slash.start,
    label: t('composer.replies'),
    hint: t('composer.reply_keys'),
    points: true,
    options: offered(all, slash.query).map((reply) => ({
      id: `reply-${reply.id}`,
      take: () => void insert(reply, slash.start, caret),
      shown: (
        <>
          <span className={classes['head']}>
            <strong>{reply.title}</strong>
            <span className={classes['aside']}>/{reply.shortcut}</span>
          </span>
          <span className={classes['text']}>{reply.text}</span>
        </>
      ),
    })),
  };
}
