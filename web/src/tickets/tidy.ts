import { api } from '../api/client';
import { asProblem } from '../api/problem';
import type { TicketInfo } from '../api/types';
import { openDialog } from '../ui/dialog';
import { toastError, toastSuccess, toastUndo } from '../ui/toast';
import { told } from './acts';
import { changeSpam } from './changes';
import { amendTicket } from './conversation/store';
import { customerOf } from './model';
import { withPending } from './pendingActs';
import { takeBlocked } from './related';
import { say } from './texts';

/** Calls that show nothing before the server has answered. */
async function answered<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await act();
  } catch (thrown) {
    toastError(asProblem(thrown).description ?? say('tidy.failed'));
    return null;
  }
}

async function setSpam(info: TicketInfo, spam: boolean, block: boolean): Promise<boolean> {
  const done = await told(info.id, say(spam ? 'tidy.spam_failed' : 'tidy.not_spam_failed'), changeSpam(info.id, spam, block));
  if (done === null) return false;
  const { closed } = withPending(info.id, { closed: done.status });
  amendTicket(info.id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, closed } }));
  return true;
}

function asked(info: TicketInfo, run: () => void): void {
  openDialog({
    title: say('tidy.block_title', { name: customerOf(info) }),
    text: say('tidy.block_text'),
    confirm: { label: say('tidy.block_run'), danger: true, run },
  });
}

/** Marks a ticket as spam; what blocks as well is asked about first. */
export function markSpam(info: TicketInfo, block: boolean): void {
  const run = async () => {
    if (!(await setSpam(info, true, block))) return;
    if (block && info.contact != null) takeBlocked(info.contact.id, true);
    toastUndo(say('tidy.marked'), { label: say('tidy.undo'), run: () => void takeBack(info, block) });
  };
  if (block) asked(info, () => void run());
  else void run();
}

async function takeBack(info: TicketInfo, unblock: boolean): Promise<void> {
  await setSpam(info, false, false);
  if (unblock) await unblockSender(info);
}

export function notSpam(info: TicketInfo): Promise<boolean> {
  return setSpam(info, false, false);
}

export function blockSender(info: TicketInfo): void {
  asked(info, () => {
    void answered(() => api.put('/api/tickets/{id}/block', { path: { id: info.id } })).then((done) => {
      if (done === null) return;
      if (info.contact != null) takeBlocked(info.contact.id, true);
      toastUndo(say('tidy.blocked'), { label: say('tidy.undo'), run: () => void unblockSender(info) });
    });
  });
}

export async function unblockSender(info: TicketInfo): Promise<void> {
  const done = await answered(() => api.delete('/api/tickets/{id}/block', { path: { id: info.id } }));
  if (done === null) return;
  if (info.contact != null) takeBlocked(info.contact.id, false);
  toastSuccess(done.held === 0 ? say('tidy.unblocked') : say('tidy.unblocked_held', { count: done.held }));
}
