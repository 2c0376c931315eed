import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import type { Participant, Ticket, TicketStatus } from '../api/types';
import { infoOf } from './conversation/store';
import { SPAM } from './model';
import { optimistically, shownTicket } from './optimistic';

/** Each of these shows at once and is taken back where the server refuses, which is thrown. */

/** Those who take part, as a conversation shows them. */
export function peopleOf(ticketId: number, usernames: readonly string[]): Participant[] {
  const { names, photos } = useAgents.getState();
  const known = new Map(infoOf(ticketId)?.participants.map((person) => [person.username, person]));
  return usernames.map((username) => known.get(username) ?? { username, name: nameOf(username, names), photo: photos.get(username) ?? '' });
}

/** Who takes part from now on. */
export function changeParticipants(id: number, usernames: readonly string[]) {
  const participants = [...usernames];
  return optimistically(id, { assignee: participants.join(','), participants: peopleOf(id, participants) }, () =>
    api.put('/api/tickets/{id}/participants', { path: { id }, json: { participants } }),
  );
}

/** Which labels a ticket has from now on. */
export function changeLabels(id: number, label: number[]) {
  return optimistically(id, { label: JSON.stringify(label) }, () => api.post('/api/ticket/label', { json: { ticket_id: id, label } }));
}

/** Which department it belongs to; null for none. */
export function changeDepartment(id: number, department: number | null) {
  return optimistically(id, { department_id: department }, () => api.post('/api/ticket/department', { json: { ticket_id: id, department_id: department } }));
}

/** How grave it is, or with `sender` everything its sender writes. */
export function changeSeverity(id: number, severity: Ticket['severity'], type: 'ticket' | 'sender') {
  return optimistically(id, { severity }, () => api.post('/api/ticket/priority', { json: { _token: '-', id, priority: severity, type } }));
}

/** What becomes of a status: what is put aside is pending, and open again when it is taken up. */
function whileAside(id: number, until: number | null): { closed?: TicketStatus } {
  if (until !== null) return { closed: 1 };
  return shownTicket(id)?.closed === 1 ? { closed: 0 } : {};
}

/** Puts a ticket aside until a moment; null takes it up again. */
export function changeSnooze(id: number, until: number | null) {
  return optimistically(id, { snoozed_until: until, ...whileAside(id, until) }, () => api.put('/api/tickets/{id}/snooze', { path: { id }, json: { until } }));
}

/** Puts a ticket into one's own list of those one follows, or takes it out of there. */
export function changeFollowing(id: number, following: boolean) {
  const path = { path: { id } };
  return optimistically(id, { following }, () =>
    following ? api.put('/api/tickets/{id}/follow', path) : api.delete('/api/tickets/{id}/follow', path),
  );
}

/** Marks a ticket as spam, with `block` also blocks its sender; or takes it out of there, where only the server knows what it was before. */
export function changeSpam(id: number, spam: boolean, block: boolean) {
  return optimistically(id, { closed: spam ? SPAM : 0, ...(block ? { blocked: true } : {}) }, () =>
    api.put('/api/tickets/{id}/spam', { path: { id }, json: { spam, block } }),
  );
}

interface StatusLine {
  /** Said in the conversation; empty for the server's own words. */
  line: string;
  /** The newest message that was on screen; with it, the server asks back about newer ones. */
  seenId?: number | undefined;
}

/** A system message with a status. */
function statusLine(ticket_id: number, message: string, status: TicketStatus) {
  return { _token: '-' as const, ticket_id, message, sender: 'server', type: 'system', status };
}

/** Sets a status. */
export function changeClosed(id: number, status: TicketStatus, { line, seenId }: StatusLine) {
  return optimistically(id, { closed: status }, () =>
    api.post('/api/ticket/message', { json: { ...statusLine(id, line, status), ...(seenId === undefined ? {} : { seen_id: seenId }) } }),
  );
}
