import i18next from 'i18next';
import { labelIds } from '../api/labels';
import type { Ticket, TicketInfo } from '../api/types';
import { changeDepartment, changeFollowing, changeLabels, changeParticipants, changeSeverity, changeSnooze } from './changes';
import { takeDepartment } from './departments';
import { takeLabels } from './labels';
import { shownTicket, tellRefusal } from './optimistic';
import { say } from './texts';
import { takeWork } from './work';

/** Waits for a change that shows already; where it was refused and taken back, whoever made it is told. Null for that. */
export async function told<Answer>(id: number, failed: string, change: Promise<Answer>): Promise<Answer | null> {
  try {
    return await change;
  } catch (thrown) {
    tellRefusal(shownTicket(id)?.ticket_number ?? id, failed, thrown);
    return null;
  }
}

/** Who takes part from now on; everybody hears of it by the event. */
export async function setParticipants(id: number, participants: readonly string[]): Promise<void> {
  await told(id, say('people.failed'), changeParticipants(id, participants));
}

/** Puts a label on a ticket, or takes it off. */
export async function toggleLabel(ticket: Pick<Ticket, 'id' | 'label'>, id: number): Promise<void> {
  const ids = labelIds(ticket);
  const label = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  const done = await told(ticket.id, i18next.t('details.labels_failed'), changeLabels(ticket.id, label));
  if (done !== null) takeLabels(done.data);
}

/** Moves a ticket to a department, or to none. */
export async function setDepartment(ticketId: number, department: number | null): Promise<void> {
  const done = await told(ticketId, i18next.t('details.department_failed'), changeDepartment(ticketId, department));
  if (done !== null) takeDepartment(done.data);
}

/** How grave a ticket is, or everything its sender writes; true when that is done. */
export async function setSeverity(id: number, severity: Ticket['severity'], type: 'ticket' | 'sender'): Promise<boolean> {
  const done = await told(id, say('severity.failed'), changeSeverity(id, severity, type));
  if (done !== null) takeWork(done.data);
  return done !== null;
}

/** Puts a ticket aside until a moment, or takes it up again. */
export async function snoozeUntil({ id }: Pick<TicketInfo, 'id'>, until: number | null): Promise<void> {
  await told(id, say(until === null ? 'snooze.wake_failed' : 'snooze.failed'), changeSnooze(id, until));
}

/** Follows a ticket, or no more. */
export async function follow({ id }: Pick<TicketInfo, 'id'>, following: boolean): Promise<void> {
  await told(id, say(following ? 'follow.failed' : 'follow.undo_failed'), changeFollowing(id, following));
}
