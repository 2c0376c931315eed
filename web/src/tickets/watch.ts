import i18next from 'i18next';
import { nameOf, useAgents } from '../api/agents';
import { onLineBack } from '../api/line';
import type { Message, Ticket } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import { onSync, realtime } from '../realtime/connection';
import { useSession } from '../session/store';
import { toastNotice } from '../ui/toast';
import { amendTicket, readAnew, reloadConversations, resetConversations, takeChange, takeInfo, takeMessage, takeState, useConversations } from './conversation/store';
import { stateFrom } from './conversation/model';
import { clearChosen } from './list/bulk';
import { closeGroups, reloadGroups } from './list/groups';
import { amendRow, dropRow, openList, resetList, rowOf, takeTicket, useTicketList } from './list/store';
import { takeContact, ticketsOpenOf } from './contacts';
import { takeDepartment } from './departments';
import { takeLanguage } from './languages';
import { takeViewing } from './here/here';
import { takeLabels } from './labels';
import { readLinks, takeBlocked, takeLinkedStatus } from './related';
import { isBeingRead, markRead } from './read';
import { isSeenBy } from './sight';
import { takeTyping } from './typing';
import { takeScheduled, takeSnoozed, takeWork } from './work';

function me(): string {
  return useSession.getState().session?.username ?? '';
}

/** Tickets whose count came from the server after an absence, by the second it reaches to. */
const countedUntil = new Map<number, number>();

/** Replayed messages that such a count already holds are not counted again. */
function isCounted(ticketId: number, message: Message): boolean {
  return message.ts <= (countedUntil.get(ticketId) ?? 0);
}

/** Events carry one ticket for everybody; whether it is read is this person's own affair. */
function asMine(ticket: Ticket, message: Message | null): Ticket {
  const before = rowOf(ticket.id);
  const incoming = message?.direction === 'in';
  if (incoming && !isBeingRead(ticket.id)) {
    const more = before !== undefined && isCounted(ticket.id, message) ? 0 : 1;
    return { ...ticket, read: false, newMessage: true, unread: (before?.unread ?? 0) + more };
  }
  const read = before?.read ?? (incoming || message?.sender === me() || ticket.reader.includes(me()));
  return { ...ticket, read, unread: before?.unread ?? 0 };
}

function takeTicketAndMessage(ticket: Ticket, message: Message | null, arrival: 'new' | 'update'): void {
  takeTicket(asMine(ticket, message), arrival);
  takeInfo(ticket, message?.direction === 'in');
  if (message === null) return;
  takeMessage(ticket.id, message);
  takeTyping(ticket.id, message.sender, '', false);
  if (message.direction === 'in' && isBeingRead(ticket.id)) markRead(ticket.id);
}

function synced(tickets: Ticket[]): void {
  for (const ticket of tickets) {
    countedUntil.set(ticket.id, ticket.ts);
    takeTicket(ticket, rowOf(ticket.id) === undefined ? 'new' : 'update');
    takeInfo(ticket);
  }
}

/** The newest message reads otherwise, or is gone. */
function takeLine(ticketId: number, snippet: string | undefined): void {
  if (snippet !== undefined) amendRow(ticketId, (row) => ({ ...row, snippet }));
}

const CHANGES = ['messageEdited', 'addNote', 'removeNote', 'addPin', 'removePin', 'addReaction', 'removeReaction'] as const;

/** Ties the stores of this room to the socket. Called once, before any screen. */
export function watchTickets(): void {
  onEvent('newMessage', ({ ticket, message, queue_id }) =>
    takeTicketAndMessage(ticket, { ...message, queue_id: message.queue_id ?? queue_id }, 'update'),
  );
  onEvent('createTicket', ({ ticket, message }) => {
    realtime.tell('receivedTicket', { ticket_id: ticket.id });
    takeTicketAndMessage(ticket, message, 'new');
  });
  onEvent('messageState', (change) => takeState(change.ticket_id, { ...change, state: stateFrom(change.state) }));
  for (const name of CHANGES) onEvent(name, ({ ticket_id, message }) => takeChange(ticket_id, message));
  onEvent('messageEdited', ({ ticket_id, snippet }) => takeLine(ticket_id, snippet));
  onEvent('syncDelete', ({ ticket_id, message, snippet }) => {
    if (message !== undefined) takeChange(ticket_id, message);
    takeLine(ticket_id, snippet);
  });
  onEvent('viewing', takeViewing);
  onEvent('ticketStatusChanged', ({ ticket_id, ticket }) => {
    const { closed } = ticket;
    takeTicket(asMine(ticket, null), 'update');
    takeLinkedStatus(ticket_id, closed);
    amendTicket(ticket_id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, closed } }));
  });
  onEvent('participantChanged', ({ ticket_id, participants, removed, by, ticket }) => {
    const { names, photos } = useAgents.getState();
    if (!isSeenBy(useSession.getState().session, participants)) {
      dropRow(ticket_id);
      if (by === me() || !removed.includes(me())) {
        const others = by === me() ? '' : participants.map((username) => nameOf(username, names)).join(', ');
        useConversations.setState({ givenAway: { ticketId: ticket_id, names: others } });
        return;
      }
      toastNotice(i18next.t('conversation.removed_notice'));
      useConversations.setState({ removedFrom: ticket_id });
      return;
    }
    const assignee = participants.join(',');
    takeTicket(asMine({ ...ticket, assignee }, null), 'update');
    amendTicket(ticket_id, (now) => {
      if (now.info === null) return now;
      const known = new Map(now.info.participants.map((person) => [person.username, person]));
      const people = participants.map((username) => known.get(username) ?? { username, name: nameOf(username, names), photo: photos.get(username) ?? '' });
      return { ...now, info: { ...now.info, assignee, participants: people } };
    });
  });
  onEvent('ticketLabelsChanged', ({ ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    takeLabels(ticket);
  });
  onEvent('ticketDepartmentChanged', ({ ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    takeDepartment(ticket);
  });
  onEvent('ticketLanguageChanged', ({ ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    takeLanguage(ticket);
  });
  onEvent('ticketAppointmentChanged', ({ ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    takeInfo(ticket);
  });
  onEvent('ticketSeverityChanged', ({ ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    takeWork(ticket);
  });
  onEvent('ticketFieldChanged', () => {
    const list = useTicketList.getState();
    // Rows do not say what stands in their fields.
    if (list.phase !== 'idle' && list.narrow.fields.length > 0) void openList(list.filter, true, list.narrow);
  });
  onEvent('ticketMerged', ({ source_id, target_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    for (const id of [source_id, target_id]) void readAnew(id);
  });
  onEvent('ticketSplit', ({ from_id, into_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    for (const id of [from_id, into_id]) void readAnew(id);
  });
  onEvent('liveChatConverted', ({ ticket_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    void readAnew(ticket_id);
  });
  onEvent('ticketLinked', ({ ticket_id }) => void readLinks(ticket_id));
  onEvent('contactUpdated', ({ contact }) => takeContact(contact));
  onEvent('ticketContactChanged', ({ ticket_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    void readAnew(ticket_id);
  });
  onEvent('contactMerged', ({ survivor, loser }) => {
    for (const id of ticketsOpenOf([survivor.id, loser.id])) void readAnew(id);
  });
  onEvent('senderBlocked', ({ contact_id, blocked }) => takeBlocked(contact_id, blocked));
  onEvent('ticketSnoozed', ({ ticket_id, snoozed_until }) => takeSnoozed(ticket_id, snoozed_until));
  onEvent('scheduledChanged', ({ ticket_id, scheduled }) => takeScheduled(ticket_id, scheduled));
  onEvent('readMessage', ({ ticket_id, username }) => {
    if (username === me()) amendRow(ticket_id, (row) => ({ ...row, read: true, unread: 0 }));
    amendTicket(ticket_id, (now) =>
      now.info === null || now.info.reader.includes(username)
        ? now
        : { ...now, info: { ...now.info, reader: [...now.info.reader, username] } },
    );
  });
  onEvent('typing', ({ ticket_id, username, name, typing }) => {
    if (username !== me()) takeTyping(ticket_id, username, name, typing);
  });
  onSync(synced);
  onLineBack(() => void import('./composer/resend').then(({ sendWaiting }) => sendWaiting()).catch(() => undefined));
  onReload(() => {
    const list = useTicketList.getState();
    if (list.phase !== 'idle') void openList(list.filter, true, list.narrow);
    void reloadGroups();
    reloadConversations();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === 'out' && before.phase === 'in') {
      resetList();
      closeGroups();
      clearChosen();
      countedUntil.clear();
      resetConversations();
    }
  });
}

