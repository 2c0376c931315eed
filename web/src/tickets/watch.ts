import i18next from 'i18next';
import { nameOf, useAgents } from '../api/agents';
import { onLineBack } from '../api/line';
import type { Message, Ticket } from '../api/types';
import { onEvent, onReload } from '../realtime/apply';
import { onSync, realtime, useConnection } from '../realtime/connection';
import { useSession } from '../session/store';
import { toastNotice } from '../ui/toast';
import { peopleOf } from './changes';
import { aimAt } from './conversation/ahead';
import { openConversation, readAnew, refreshTicket, reloadConversations } from './conversation/read';
import { amendTicket, dropCached, infoOf, resetConversations, useConversations } from './conversation/store';
import { takeChange, takeInfo, takeMessage, takeState } from './conversation/take';
import { stateFrom } from './conversation/model';
import { clearChosen } from './list/selection';
import { closeGroups, reloadGroups } from './list/groups';
import { amendRow, dropRow, knownRow, openList, reloadList, resetList, takeTicket, useTicketList } from './list/store';
import { takeContact, ticketsOpenOf } from './contacts';
import { takeDepartment } from './departments';
import type * as Due from './due';
import { takeLanguage } from './languages';
import { takeViewing } from './here/here';
import { takeLabels } from './labels';
import { resetActs, withPending } from './pendingActs';
import { readLinks, takeBlocked, takeLinkedStatus } from './related';
import { isBeingRead, markRead } from './read';
import { isSeenBy } from '../session/sight';
import { takeTyping } from './typing';
import { takeFollowing, takeScheduled, takeSnoozed, takeWork } from './work';

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
  const before = knownRow(ticket.id) ?? infoOf(ticket.id);
  const incoming = message?.direction === 'in';
  if (incoming && !isBeingRead(ticket.id)) {
    const more = before !== undefined && isCounted(ticket.id, message) ? 0 : 1;
    return withPending(ticket.id, { ...ticket, read: false, newMessage: true, unread: (before?.unread ?? 0) + more });
  }
  const read = before?.read ?? (incoming || message?.sender === me() || ticket.reader.includes(me()));
  return withPending(ticket.id, { ...ticket, read, unread: before?.unread ?? 0 });
}

function takeTicketAndMessage(ticket: Ticket, message: Message | null, arrival: 'new' | 'update'): void {
  takeTicket(asMine(ticket, message), arrival);
  takeInfo(ticket, message?.direction === 'in' ? { id: message.id, isRead: isBeingRead(ticket.id) } : null);
  if (message === null) return;
  takeMessage(ticket.id, message);
  takeTyping(ticket.id, message.sender, '', false);
  if (message.direction === 'in' && isBeingRead(ticket.id)) markRead(ticket.id);
}

function synced(tickets: Ticket[]): void {
  for (const ticket of tickets) {
    countedUntil.set(ticket.id, ticket.ts);
    takeTicket(withPending(ticket.id, ticket), knownRow(ticket.id) === undefined ? 'new' : 'update');
    takeInfo(ticket);
  }
}

/** The newest message reads otherwise, or is gone. */
function takeLine(ticketId: number, snippet: string | undefined): void {
  if (snippet !== undefined) amendRow(ticketId, (row) => ({ ...row, snippet }));
}

const CHANGES = ['messageEdited', 'addNote', 'removeNote', 'addPin', 'removePin', 'addReaction', 'removeReaction', 'messageInsight'] as const;

/** A channel that connects tells of itself several times. */
const CHANNEL_PAUSE_MS = 500;
let channelTimer: ReturnType<typeof setTimeout> | null = null;

/** What an agent sees may be another list where a channel is another; an admin sees all of them, whatever it is. */
function takeChannelNews(): void {
  if (useSession.getState().session?.isAdmin !== false) return;
  channelTimer ??= setTimeout(() => {
    channelTimer = null;
    void reloadList();
    void reloadGroups();
  }, CHANNEL_PAUSE_MS);
}

/** Does something with code that comes with the first need of it, one after the other in the order of events. */
function withDue(act: (due: typeof Due) => void): void {
  import('./due').then(act).catch((thrown: unknown) => console.error('What is due of a ticket could not be taken over.', thrown));
}

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
  onEvent('messageInsight', ({ ticket_id, emotion, emotion_2 }) => {
    amendRow(ticket_id, (row) => ({ ...row, emotion, emotion_2 }));
    amendTicket(ticket_id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, emotion, emotion_2 } }));
  });
  onEvent('syncDelete', ({ ticket_id, message, snippet }) => {
    if (message !== undefined) takeChange(ticket_id, message);
    takeLine(ticket_id, snippet);
  });
  onEvent('viewing', takeViewing);
  onEvent('ticketStatusChanged', ({ ticket_id, ticket }) => {
    const mine = asMine(ticket, null);
    const { closed } = mine;
    takeTicket(mine, 'update');
    takeLinkedStatus(ticket_id, closed);
    amendTicket(ticket_id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, closed } }));
  });
  onEvent('participantChanged', ({ ticket_id, participants, removed, by, ticket }) => {
    const { names } = useAgents.getState();
    if (!isSeenBy(useSession.getState().session, participants)) {
      dropRow(ticket_id);
      dropCached(ticket_id);
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
      return { ...now, info: { ...now.info, ...withPending(ticket_id, { assignee, participants: peopleOf(ticket_id, participants) }) } };
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
  // A desk that promises nothing never hears of these.
  onEvent('ticketDueChanged', (change) => withDue(({ takeDue }) => takeDue(change)));
  for (const name of ['slaWarning', 'slaBreached'] as const) onEvent(name, (clock) => withDue(({ takeClock }) => takeClock(clock)));
  // Rows do not say whom their notes mention.
  onEvent('mentioned', () => void reloadList(({ narrow }) => narrow.mentioned !== ''));
  onEvent('ticketFieldChanged', () => {
    // Rows do not say what stands in their fields.
    void reloadList(({ narrow }) => narrow.fields.length > 0);
  });
  onEvent('ticketMerged', ({ source_id, target_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    for (const id of [source_id, target_id]) void refreshTicket(id);
  });
  onEvent('ticketSplit', ({ from_id, into_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    for (const id of [from_id, into_id]) void refreshTicket(id);
  });
  onEvent('liveChatConverted', ({ ticket_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    void refreshTicket(ticket_id);
  });
  onEvent('ticketLinked', ({ ticket_id }) => {
    dropCached(ticket_id);
    void readLinks(ticket_id);
  });
  onEvent('contactUpdated', ({ contact }) => takeContact(contact));
  onEvent('ticketContactChanged', ({ ticket_id, ticket }) => {
    takeTicket(asMine(ticket, null), 'update');
    void refreshTicket(ticket_id);
  });
  onEvent('contactMerged', ({ survivor, loser }) => {
    for (const id of ticketsOpenOf([survivor.id, loser.id])) void refreshTicket(id);
  });
  onEvent('senderBlocked', ({ contact_id, blocked }) => takeBlocked(contact_id, blocked));
  onEvent('ticketSnoozed', ({ ticket_id, snoozed_until }) => {
    takeSnoozed(ticket_id, snoozed_until);
    // Rows do not say it.
    void reloadList(({ narrow }) => narrow.snoozed !== '');
  });
  onEvent('followingChanged', ({ ticket_id, following }) => {
    takeFollowing(ticket_id, following);
    void reloadList(({ narrow }) => narrow.following !== '');
  });
  onEvent('scheduledChanged', ({ ticket_id, scheduled }) => takeScheduled(ticket_id, scheduled));
  onEvent('readMessage', ({ ticket_id, username }) => {
    if (username === me()) amendRow(ticket_id, (row) => ({ ...row, read: true, unread: 0 }));
    amendTicket(ticket_id, (now) => {
      if (now.info === null) return now;
      const reader = now.info.reader.includes(username) ? now.info.reader : [...now.info.reader, username];
      return { ...now, info: { ...now.info, reader, ...(username === me() ? { read: true, unread: 0 } : {}) } };
    });
  });
  onEvent('typing', ({ ticket_id, username, name, typing }) => {
    if (username !== me()) takeTyping(ticket_id, username, name, typing);
  });
  onEvent('channelDataUpdated', takeChannelNews);
  onSync(synced);
  watchFirstLine();
  onLineBack(() => void import('./composer/resend').then(({ sendWaiting }) => sendWaiting()).catch(() => undefined));
  onReload(() => {
    void reloadList();
    void reloadGroups();
    reloadConversations();
  });
  useSession.subscribe((now, before) => {
    if (before.phase !== 'in' || (now.phase === 'in' && now.session?.userId === before.session?.userId)) return;
    forgetEverything();
  });
}

/**
 * The list and a conversation may have been read before the line stood, and no event tells what changed
 * in between: they are read once more, behind what shows. After a loss the line itself asks for that.
 */
function watchFirstLine(): void {
  let isFirst = true;
  useConnection.subscribe(({ phase }, before) => {
    if (phase === 'idle') isFirst = true;
    if (phase !== 'live' || before.phase === 'live' || !isFirst) return;
    isFirst = false;
    const { filter, narrow, phase: list } = useTicketList.getState();
    if (list === 'ready') void openList(filter, true, narrow);
    for (const { info, phase: read } of Object.values(useConversations.getState().open)) if (read === 'ready' && info !== null) void readAnew(info.id);
  });
}

/** What one person saw is nobody else's: not after a sign-out, nor where somebody else signed in beside this page. */
function forgetEverything(): void {
  const open = Object.values(useConversations.getState().open).filter(({ place }) => place === 'open');
  const { filter, narrow, phase } = useTicketList.getState();
  if (channelTimer !== null) clearTimeout(channelTimer);
  channelTimer = null;
  aimAt([]);
  resetActs();
  resetList();
  closeGroups();
  clearChosen();
  countedUntil.clear();
  resetConversations();
  if (useSession.getState().phase !== 'in') return;
  for (const { number } of open) void openConversation(number);
  if (phase !== 'idle') void openList(filter, false, narrow);
}
