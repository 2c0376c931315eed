import type { Settings } from '../api/contactFields';
import type { components } from '../api/openapi.gen';
import type { CustomStatus, Announcement, Department, Label, Message, MessageState, Scheduled, Signature, Ticket, UnreadCounts } from '../api/types';

/** What each event of the core carries. Those from the log arrive with a seq, the others do not. */
export interface EventMap {
  newMessage: { ticket: Ticket; message: Message; queue_id?: string | null };
  createTicket: { ticket: Ticket; message?: Message | null };
  messageState: {
    ticket_id: number;
    message_id: number;
    queue_id: string | null;
    state: MessageState;
    error: { code: string; message: string } | null;
    retry_at: number | null;
  };
  /** With what lists show of the ticket now. */
  messageEdited: { ticket_id: number; message: Message; snippet?: string };
  /** What the team did at a message; the message is as it is now. */
  addNote: { ticket_id: number; message: Message };
  removeNote: { ticket_id: number; message: Message };
  addPin: { ticket_id: number; message: Message };
  removePin: { ticket_id: number; message: Message };
  addReaction: { ticket_id: number; message: Message };
  removeReaction: { ticket_id: number; message: Message };
  /** From the log with the message; passed on by a colleague's page without. */
  syncDelete: { ticket_id: number; message_id: number; message?: Message; snippet?: string | null };
  viewing: {
    ticket_id: number;
    username: string;
    name: string;
    tab: string;
    state: 'viewing' | 'replying' | 'gone';
    asks: boolean;
  };
  ticketStatusChanged: {
    ticket_id: number;
    ticket_number: number | string;
    status: number;
    by: string;
    ticket?: Ticket;
  };
  participantChanged: {
    ticket_id: number;
    participants: string[];
    added: string[];
    removed: string[];
    by?: string;
    ticket?: Ticket;
  };
  ticketLabelsChanged: { ticket_id: number; ticket_number: number | string; label: string; by: string; ticket: Ticket };
  ticketDepartmentChanged: {
    ticket_id: number;
    ticket_number: number | string;
    department_id: number | null;
    by: string;
    ticket: Ticket;
  };
  ticketLanguageChanged: { ticket_id: number; language: string; source_lang: string; by: string; ticket: Ticket };
  ticketSeverityChanged: { ticket_id: number; severity: string; by: string; ticket: Ticket };
  ticketMerged: { source_id: number; target_id: number; merged: boolean; by: string; ticket: Ticket };
  ticketSplit: { from_id: number; into_id: number; by: string; ticket: Ticket };
  ticketLinked: { ticket_id: number; by: string };
  /** A contact has another name, address or number. */
  contactUpdated: { contact: ShownContact };
  /** Two contacts became one, or are two again; their tickets say so one by one. */
  contactMerged: { survivor: ShownContact; loser: ShownContact; merged: boolean; by: string };
  ticketContactChanged: { ticket_id: number; contact_id: number; was: number | null; by: string; ticket: Ticket };
  /** What became of a contact's way to write to us. */
  senderBlocked: { contact_id: number; blocked: boolean; by: string };
  /** For admins: how many messages of a blocked sender are held back now. */
  heldChanged: { id: number; held: number };
  ticketAppointmentChanged: { ticket_id: number; appointment: number | null; by: string; ticket: Ticket };
  ticketSnoozed: { ticket_id: number; snoozed_until: number | null; by: string };
  scheduledChanged: { ticket_id: number; scheduled: Scheduled[] };
  /** One's own draft, in whichever tab or on whichever device it was written. */
  draftChanged: { ticket_id: number; version: number; tab: string };
  /** What stands in a custom field of a ticket now; null for nothing. */
  ticketFieldChanged: { ticket_id: number; ticket_number: number; field_id: number; value: string | number | boolean | number[] | null; by: string; at: number };
  customFieldsChanged: Record<string, never>;
  /** What the session check tells as well, after an admin changed it. */
  settingsChanged: Settings;
  /** A survey of a ticket was sent, not sent, or answered. */
  surveyChanged: { ticket_id: number; survey: components['schemas']['SurveyInvitation'] };
  readMessage: { ticket_id: number; username: string; read_to: number | null };
  liveChatQueue: QueueAnswer | QueueChange;
  liveChatEnded: { ticket_id: number };
  liveChatConverted: { ticket_id: number; by: string; ticket: Ticket };
  /** Whether a page of a chat's visitor is connected; told to those who have the chat open. */
  visitorPresence: VisitorPresence;
  channelDataUpdated: { channel: Record<string, unknown> };
  pluginsChanged: Record<string, unknown>;
  customStatusesChanged: { statuses: CustomStatus[] };
  labelsChanged: { labels: Label[] };
  departmentsChanged: { departments: Department[] };
  usersChanged: { id: number; username: string; name: string; disabled: boolean };
  typing: { ticket_id: number; username: string; name: string; typing: boolean };
  unreadCount: UnreadCounts;
  presence: PresenceFrame;
  newNotification: components['schemas']['Notification'];
  notificationRead: { category: string; lastId: number };
  notificationRemoved: { id: number };
  customEmojiChanged: Record<string, never>;
  cannedRepliesChanged: Record<string, never>;
  signaturesChanged: { signatures: Signature[] };
  hoursChanged: Record<string, never>;
  /** The answer to `getAnnouncement` also says which ones this person dismissed. */
  announcements: { announcements: Announcement[]; now: number; dismissed?: number[] };
  announcementDismissed: { id: number };
}

/** A contact as everybody may see it. */
export interface ShownContact {
  id: number;
  name: string;
  email: string;
  phone: string;
  salutation?: string;
}

/** What a user is at this moment. It is not stored, so it may also never have come. */
export interface PresenceFrame {
  username: string;
  /** In effect: OFFLINE without a socket anywhere. */
  status: string;
  second_status: string;
  /** The code of what was chosen, connected or not, and its name where it is one of the client's own. */
  chosen: string;
  alternate: string;
  reason: string;
  /** Nobody touched anything for a while. */
  automatic: boolean;
  /** Since when, in milliseconds; each choice has a later one than that before. */
  since: number;
  ts: number;
}

export interface VisitorPresence {
  ticket_id: number;
  session_id: number;
  online: boolean;
  /** When a page was last connected, in milliseconds. */
  seen_at: number;
}

/** The answer to `getLiveChatQueue`: the first of those who wait, and how many there are. */
export interface QueueAnswer {
  queue: QueuedVisitor[];
  count: number;
}

/** What became of one place; `visitor` is who joined. */
export interface QueueChange {
  change: 'joined' | 'left' | 'taken';
  session: string | number;
  count: number;
  visitor?: QueuedVisitor;
}

export interface QueuedVisitor {
  session: string | number;
  name: string;
  message: string;
  waiting_since_ms: number;
  number: number;
  channel_id: number;
}

export type EventName = keyof EventMap;

export interface EventFrame {
  event: string;
  data: unknown;
  seq?: number;
}

export interface AckFrame {
  ack: number | string;
  data?: unknown;
  error?: { code: string; message: string };
}

export type ServerFrame = EventFrame | AckFrame;

/** Reads a text frame; anything that is not one of ours is null. */
export function readFrame(text: string): ServerFrame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if ('ack' in value) return value as AckFrame;
  if ('event' in value && typeof value.event === 'string') return value as EventFrame;
  return null;
}

export function isAck(frame: ServerFrame): frame is AckFrame {
  return 'ack' in frame;
}
