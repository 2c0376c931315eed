import { api } from '../api/client';
import { labelIds } from '../api/labels';
import { asProblem } from '../api/problem';
import type { Ticket, TicketInfo } from '../api/types';
import { toastError } from '../ui/toast';
import i18next from 'i18next';
import { takeDepartment } from './departments';
import { takeLabels } from './labels';
import { say } from './texts';
import { snooze, takeWork } from './work';

/** Who takes part from now on; everybody hears of it by the event. */
export async function setParticipants(id: number, participants: readonly string[]): Promise<void> {
  try {
    await api.put('/api/tickets/{id}/participants', { path: { id }, json: { participants } });
  } catch (thrown) {
    toastError(asProblem(thrown).description ?? say('people.failed'));
  }
}

/** Puts a label on a ticket, or takes it off. */
export async function toggleLabel(ticket: Pick<Ticket, 'id' | 'label'>, id: number): Promise<void> {
  const ids = labelIds(ticket);
  const label = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  try {
    const { data } = await api.post('/api/ticket/label', { json: { ticket_id: ticket.id, label } });
    takeLabels(data);
  } catch {
    toastError(i18next.t('details.labels_failed'));
  }
}

/** Moves a ticket to a department, or to none. */
export async function setDepartment(ticketId: number, department: number | null): Promise<void> {
  try {
    const { data } = await api.post('/api/ticket/department', { json: { ticket_id: ticketId, department_id: department } });
    takeDepartment(data);
  } catch {
    toastError(i18next.t('details.department_failed'));
  }
}

/** How grave a ticket is, or everything its sender writes; true when that is done. */
export async function setSeverity(id: number, priority: string, type: 'ticket' | 'sender'): Promise<boolean> {
  try {
    const { data } = await api.post('/api/ticket/priority', { json: { _token: '-', id, priority, type } });
    takeWork(data);
    return true;
  } catch {
    toastError(say('severity.failed'));
    return false;
  }
}

/** Puts a ticket aside until a moment, or takes it up again. */
export async function snoozeUntil({ id }: Pick<TicketInfo, 'id'>, until: number | null): Promise<void> {
  try {
    await snooze(id, until);
  } catch (thrown) {
    toastError(asProblem(thrown).description ?? say('snooze.failed'));
  }
}
