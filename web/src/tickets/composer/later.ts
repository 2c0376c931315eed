import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { OutContent } from '../../api/content';
import type { Attachment, Message, Scheduled, TicketInfo } from '../../api/types';
import type { Session } from '../../session/model';
import { takeScheduled } from '../work';
import { replyFields, type Answer } from './send';
import { keepQueueId, takeQueueId } from './tries';

export type When = { at: number } | { seconds: number };

/** Leaves an answer with the server until its time. */
export async function sendLater(info: TicketInfo, me: Session, answer: Answer, when: When): Promise<void> {
  const queueId = takeQueueId(info.id, answer);
  const fields = replyFields(info.id, me.username, answer, queueId);
  const time = 'at' in when ? { send_at: when.at } : { send_in: when.seconds };
  try {
    const { scheduled } = await api.post<{ scheduled: Scheduled[] }>('/api/ticket/message/reply', { ...fields, ...time });
    takeScheduled(info.id, scheduled);
  } catch (thrown) {
    keepQueueId(info.id, answer, queueId);
    throw thrown;
  }
}

export interface CalledBack {
  text: string;
  files: Attachment[];
  contents: OutContent[];
}

/** Null when it was sent at this very moment. */
export async function callBack(waiting: Scheduled): Promise<CalledBack | null> {
  try {
    const answer = await api.delete<{ reply: { text: string; contents?: OutContent[] }; files: Attachment[] }>(`/api/scheduled/${waiting.id}`);
    return { text: answer.reply.text, contents: answer.reply.contents ?? [], files: answer.files };
  } catch (thrown) {
    if (asProblem(thrown).code === 'not_found') return null;
    throw thrown;
  }
}

export async function sendNow(waiting: Scheduled): Promise<Message | null> {
  return (await api.post<{ data: Message | null }>(`/api/scheduled/${waiting.id}/send`, {})).data;
}

const UNDO = 'patchbay.undo';
export const UNDO_CHOICES = [0, 5, 10, 30] as const;

/** Seconds for which this person's answers can be taken back; 0 sends at once. */
export function undoSeconds(): number {
  const seconds = Number(localStorage.getItem(UNDO) ?? '0');
  return UNDO_CHOICES.find((choice) => choice === seconds) ?? 0;
}

export function setUndoSeconds(seconds: number): void {
  localStorage.setItem(UNDO, String(seconds));
}
