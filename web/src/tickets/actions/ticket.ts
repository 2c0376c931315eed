import {
  IconAddressBook,
  IconArrowLeft,
  IconArrowMerge,
  IconBan,
  IconBuilding,
  IconChevronDown,
  IconChevronUp,
  IconClockPause,
  IconCornerUpLeft,
  IconEye,
  IconFlag,
  IconLayoutSidebarRight,
  IconLink,
  IconLock,
  IconMailForward,
  IconMailOff,
  IconPlayerPlay,
  IconProgress,
  IconSend2,
  IconStack2,
  IconTag,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconCheck,
} from '@tabler/icons-react';
import i18next from 'i18next';
import type { Action, ActionContext, TicketContext } from '../../actions/types';
import type { TicketStatus } from '../../api/types';
import { useSession } from '../../session/store';
import { follow, snoozeUntil, setParticipants } from '../acts';
import { askQueue, canMove } from '../details/routing/move';
import { undoMerge } from '../merge';
import { SPAM } from '../model';
import { askOnward } from '../onward/onward';
import { openProfile } from '../profile/open';
import { say } from '../texts';
import { blockSender, markSpam, notSpam, unblockSender } from '../tidy';
import { walkMessages } from './atHand';
import { change } from './change';
import { askAssign, askDepartment, askLabel, askMacro, askSeverity, askSnooze, askStatus } from './choices';
import { neighbour, nextUnread, openRow } from './next';
import { hasTarget, targetOf } from './target';

type Many = Omit<Action, 'scope' | 'many' | 'available'> & { when?: (context: ActionContext) => boolean };

/** For the ticket on screen, or for all that are chosen. */
function onTickets({ when, ...rest }: Many): Action {
  return { ...rest, scope: 'ticket', many: true, available: (context) => hasTarget(context) && (when?.(context) ?? true) };
}

type One = Omit<Action, 'scope' | 'many' | 'available' | 'run' | 'named'> & {
  when?: (ticket: TicketContext) => boolean;
  does: (ticket: TicketContext, context: ActionContext) => void;
  called?: (ticket: TicketContext) => string;
};

/** For the conversation on screen. */
function onConversation({ when, does, called, ...rest }: One): Action {
  return {
    ...rest,
    scope: 'ticket',
    many: false,
    ...(called === undefined ? {} : { named: ({ ticket }: ActionContext) => (ticket === null ? i18next.t(rest.label) : called(ticket)) }),
    available: ({ ticket }) => ticket !== null && (when?.(ticket) ?? true),
    run: (context) => {
      if (context.ticket !== null) does(context.ticket, context);
    },
  };
}

function setting(id: string, status: TicketStatus, key: string, icon?: Action['icon']): Action {
  return onTickets({
    id: `ticket.${id}`,
    label: id === 'resolve' ? 'translation:keys.resolve' : `actions:ticket.${id}`,
    keys: [key],
    ...(icon === undefined ? {} : { icon }),
    run: (context) => change(context, { kind: 'status', status }, () => context.ticket?.setStatus(status)),
  });
}

const own = (context: ActionContext) => targetOf(context)?.info ?? null;
const isMerged = ({ info }: TicketContext) => info.merged_into != null;

function mayBlock(ticket: TicketContext): boolean {
  const me = useSession.getState().session;
  return !isMerged(ticket) && ticket.info.contact != null && (me?.isAdmin === true || me?.permissions.hide_block !== true);
}

const isSpam = (context: ActionContext) => targetOf(context)?.rows.every(({ closed }) => closed === SPAM) === true;

function spam(context: ActionContext): void {
  const on = !isSpam(context);
  change(context, { kind: 'spam', spam: on }, (info) => (on ? markSpam(info, false) : void notSpam(info)));
}

function take(context: ActionContext): void {
  const username = useSession.getState().session?.username ?? '';
  change(context, { kind: 'assign', username }, (info) => {
    const people = info.participants.map((person) => person.username);
    void setParticipants(info.id, [...new Set([...people, username])]);
  });
}

/** What is done with tickets: one, or all that are chosen. */
const MANY: readonly Action[] = [
  onTickets({ id: 'ticket.assign', label: 'actions:ticket.assign', keys: ['a'], icon: IconUserPlus, run: askAssign }),
  onTickets({ id: 'ticket.take', label: 'actions:ticket.take', keys: ['m'], icon: IconUserCheck, run: take }),
  onTickets({
    id: 'ticket.unassign',
    label: 'ticket_list:bulk_nobody',
    keys: ['Shift+a'],
    icon: IconUserMinus,
    run: (context) => change(context, { kind: 'assign', username: null }, (info) => void setParticipants(info.id, [])),
  }),
  onTickets({ id: 'ticket.label', label: 'translation:details.change_labels', keys: ['l'], icon: IconTag, run: askLabel }),
  onTickets({ id: 'ticket.severity', label: 'tickets:severity.change', keys: ['p'], icon: IconFlag, run: askSeverity }),
  onTickets({ id: 'ticket.department', label: 'translation:details.change_department', keys: ['d'], icon: IconBuilding, run: askDepartment }),
  onTickets({ id: 'ticket.macro', label: 'tickets:macro.menu', keys: ['Shift+m'], icon: IconPlayerPlay, run: askMacro }),
  onTickets({ id: 'ticket.snooze', label: 'tickets:snooze.menu', keys: ['s'], icon: IconClockPause, run: askSnooze }),
  onTickets({
    id: 'ticket.wake',
    label: 'tickets:snooze.wake',
    keys: ['Shift+u'],
    when: (context) => own(context) === null || own(context)?.snoozed_until != null,
    run: (context) => change(context, { kind: 'snooze', until: null }, (info) => void snoozeUntil(info, null)),
  }),
  onTickets({ id: 'ticket.status', label: 'actions:ticket.status', keys: ['Shift+s'], icon: IconProgress, run: askStatus }),
  setting('resolve', 2, 'e', IconCheck),
  setting('close', 3, 'w'),
  setting('pend', 1, 'h'),
  setting('reopen', 0, 'Shift+o'),
  onTickets({
    id: 'ticket.spam',
    label: 'tickets:tidy.spam',
    named: (context) => say(isSpam(context) ? 'tidy.not_spam' : 'tidy.spam'),
    keys: ['!'],
    icon: IconMailOff,
    run: spam,
  }),
];

/** What is done with the conversation on screen. */
const CONVERSATION: readonly Action[] = [
  onConversation({ id: 'ticket.reply', label: 'translation:keys.reply', keys: ['r'], icon: IconCornerUpLeft, when: (ticket) => !isMerged(ticket), does: ({ reply }) => reply() }),
  onConversation({ id: 'ticket.note', label: 'tickets:note.write', keys: ['n'], icon: IconLock, when: (ticket) => !isMerged(ticket), does: ({ note }) => note() }),
  onConversation({ id: 'ticket.send', label: 'translation:action.send', keys: ['Mod+Enter'], typing: true, icon: IconSend2, does: ({ send }) => send() }),
  onConversation({
    id: 'ticket.send_resolve',
    label: 'translation:composer.send_resolve',
    keys: ['Mod+Shift+Enter'],
    typing: true,
    icon: IconSend2,
    does: ({ send }) => send(2),
  }),
  onConversation({
    id: 'ticket.queue',
    label: 'ticket_routing:move.menu',
    keys: ['Shift+v'],
    icon: IconStack2,
    when: ({ info }) => canMove(info),
    does: ({ info }) => askQueue(info),
  }),
  onConversation({
    id: 'ticket.merge',
    label: 'tickets:merge.menu',
    called: (ticket) => say(isMerged(ticket) ? 'merge.undo' : 'merge.menu'),
    keys: ['y'],
    icon: IconArrowMerge,
    does: (ticket) =>
      isMerged(ticket) ? undoMerge(ticket.info.id, ticket.info.ticket_number) : askOnward({ act: 'merge', ticketId: ticket.info.id, message: null }),
  }),
  onConversation({
    id: 'ticket.link',
    label: 'tickets:link.menu',
    keys: ['Shift+g'],
    icon: IconLink,
    does: ({ info }) => askOnward({ act: 'link', ticketId: info.id, message: null }),
  }),
  onConversation({
    id: 'ticket.forward',
    label: 'tickets:forward.menu_all',
    keys: ['f'],
    icon: IconMailForward,
    when: (ticket) => !isMerged(ticket),
    does: ({ info }) => askOnward({ act: 'forward', ticketId: info.id, message: null }),
  }),
  onConversation({
    id: 'ticket.spam_block',
    label: 'tickets:tidy.spam_block',
    keys: ['Shift+q'],
    icon: IconBan,
    when: (ticket) => mayBlock(ticket) && !ticket.info.blocked && ticket.info.closed !== SPAM,
    does: ({ info }) => markSpam(info, true),
  }),
  onConversation({
    id: 'ticket.block',
    label: 'tickets:tidy.block',
    called: ({ info }) => say(info.blocked ? 'tidy.unblock' : 'tidy.block'),
    keys: ['Shift+b'],
    icon: IconBan,
    when: mayBlock,
    does: ({ info }) => (info.blocked ? void unblockSender(info) : blockSender(info)),
  }),
  onConversation({
    id: 'ticket.follow',
    label: 'tickets:follow.menu',
    called: ({ info }) => say(info.following ? 'follow.undo' : 'follow.menu'),
    keys: ['.'],
    icon: IconEye,
    does: ({ info }) => void follow(info, !info.following),
  }),
  onConversation({ id: 'ticket.details', label: 'translation:keys.details', keys: ['i'], icon: IconLayoutSidebarRight, does: ({ toggleDetails }) => toggleDetails() }),
  onConversation({
    id: 'ticket.contact',
    label: 'actions:ticket.contact',
    keys: ['v'],
    icon: IconAddressBook,
    when: ({ info }) => info.contact != null,
    does: ({ info }) => {
      if (info.contact != null) openProfile(info.contact.id);
    },
  }),
  onConversation({
    id: 'ticket.back',
    label: 'translation:conversation.back',
    keys: ['u'],
    icon: IconArrowLeft,
    when: ({ back }) => back !== null,
    does: ({ back }) => back?.(),
  }),
  onConversation({ id: 'message.next', label: 'actions:message.next', keys: ['Alt+ArrowDown'], icon: IconChevronDown, repeats: true, does: () => walkMessages(1) }),
  onConversation({ id: 'message.previous', label: 'actions:message.previous', keys: ['Alt+ArrowUp'], icon: IconChevronUp, repeats: true, does: () => walkMessages(-1) }),
];

const walk = { scope: 'ticket', many: false } as const;

/** From one conversation to another. */
const WALK: readonly Action[] = [
  {
    ...walk,
    id: 'ticket.next',
    label: 'actions:ticket.next',
    keys: [']'],
    available: (context) => neighbour(context, 1) !== undefined,
    run: (context) => openRow(context, neighbour(context, 1)),
  },
  {
    ...walk,
    id: 'ticket.previous',
    label: 'actions:ticket.previous',
    keys: ['['],
    available: (context) => neighbour(context, -1) !== undefined,
    run: (context) => openRow(context, neighbour(context, -1)),
  },
  {
    ...walk,
    id: 'ticket.next_unread',
    label: 'actions:ticket.next_unread',
    keys: ['Shift+n'],
    available: (context) => nextUnread(context) !== undefined,
    run: (context) => openRow(context, nextUnread(context)),
  },
];

/** Everything that is done with tickets. */
export const TICKET_ACTIONS: readonly Action[] = [...MANY, ...CONVERSATION, ...WALK];

/** The menu of a ticket, group by group. */
export const TICKET_MENU: readonly (readonly string[])[] = [
  ['ticket.assign', 'ticket.take', 'ticket.label', 'ticket.severity', 'ticket.department', 'ticket.queue'],
  ['ticket.macro', 'ticket.follow', 'ticket.merge', 'ticket.link', 'ticket.forward'],
  ['ticket.spam', 'ticket.spam_block', 'ticket.block'],
];

/** What the bar of the chosen tickets has in its last menu. */
export const MANY_MENU: readonly string[] = ['ticket.severity', 'ticket.snooze', 'ticket.wake', 'ticket.spam'];
