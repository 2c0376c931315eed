import i18next from 'i18next';
import { isLineTrouble } from '../../api/line';
import { asProblem } from '../../api/problem';
import type { TicketInfo, TicketStatus } from '../../api/types';
import type { Session } from '../../session/model';
import { openDialog } from '../../ui/dialog';
import { problemText } from '../../ui/ErrorPlace';
import { loadPatiently } from '../../ui/lazyPart';
import { loadAfter } from '../actions/load';
import { say } from '../texts';
import { joined, without, type Draft } from './drafts';
import type { When } from './later';
import { changeDraft } from './openDrafts';
import { waitingEntries } from './outbox';
import { outgoing } from './rich/load';
import { isTaken, sendReply, type Answer } from './send';

interface Delivery {
  info: TicketInfo;
  me: Session;
  sent: Draft;
  /** With its formatting, if it has any. */
  rich: boolean;
  sign: boolean;
  /** Only when one was picked. */
  status: TicketStatus | undefined;
  when: When | undefined;
  /** Undefined where the person knows that a colleague answered meanwhile, and wants it sent. */
  seen: { id: number; status: TicketStatus } | undefined;
  onStatus: (status: TicketStatus) => Promise<void>;
}

/** Sends what was taken out of the composer, and brings it back there when it is nowhere else. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { info, me, sent, rich, sign, status, when, seen, onStatus } = delivery;
  const answer: Answer = {
    text: sent.text.trim(),
    ...(rich && sent.html !== null ? { html: outgoing(sent.html) } : {}),
    files: sent.files,
    contents: sent.contents,
    reply: sent.reply,
    head: sent.head,
    // Without words of one's own there is nothing to sign.
    sign: sign && (sent.text.trim() !== '' || sent.files.length > 0),
    ...(info.via === undefined ? {} : { via: info.via }),
    ...(status === undefined ? {} : { closed: status }),
    ...(seen === undefined ? {} : { seen }),
  };
  const after = status === 2 ? await loadAfter().catch(() => null) : null;
  const resolved = after?.beginResolve(info);
  try {
    if (when !== undefined) {
      const { sendLater } = await loadPatiently(() => import('./later'));
      await sendLater(info, me, answer, when);
      resolved?.(false);
      return;
    }
    await sendReply(info, me, answer);
    if (status === undefined) return;
    if (isTaken(answer)) resolved?.();
    else await onStatus(status);
  } catch (thrown) {
    const problem = asProblem(thrown);
    // Neither of the two is in the conversation as a failed message, so it is written still.
    if (problem.code === 'overtaken' || when !== undefined) changeDraft(me.username, info.id, (now) => joined(now, sent));
    if (problem.code === 'overtaken') {
      const regardless = () => {
        changeDraft(me.username, info.id, (now) => without(now, sent));
        void deliver({ ...delivery, seen: undefined });
      };
      openDialog({
        title: say('overtaken.answer_title'),
        text: problem.description ?? '',
        confirm: { label: say('overtaken.send'), run: regardless },
      });
      return;
    }
    // Of a broken line one word is enough: what waits says so itself.
    if (isLineTrouble(problem) && when === undefined && waitingEntries(me.username, Date.now()).length > 1) return;
    // The text stays in the conversation as a failed message with Retry, and in the storage.
    openDialog({
      title: i18next.t('composer.failed_title'),
      text: i18next.t('composer.failed_text', { error: problemText(problem, (key) => i18next.t(key)) }),
    });
  }
}
