/**
 * The shapes the core answers with. What its description says in full is taken from there
 * (`npm run api`); what it leaves open, because lists and events share it, is told here.
 */
import type { Content } from './content';
import type { components } from './openapi.gen';
import type { SendRules } from './sendRules';

export type { MediaRule, SendRules } from './sendRules';

type Schemas = components['schemas'];

export type TicketFilter = 'open' | 'pending' | 'solved' | 'closed' | 'spam' | 'all';
export type TicketKind = 'ticket' | 'livechat';

/** Ticket status: 0 open, 1 pending, 2 resolved, 3 closed. */
/** 5 is spam; 4 is what the core calls all of them. */
export type TicketStatus = 0 | 1 | 2 | 3 | 5;

export interface Ticket {
  id: number;
  ticket_number: number | string;
  title: string;
  channel: string;
  closed: TicketStatus;
  severity: '' | 'H' | 'M' | 'L';
  /** Usernames, comma separated. */
  assignee: string;
  /** Unix seconds of the last change. */
  ts: number;
  /** UTC, "YYYY-MM-DD HH:MM:SS". */
  created_at: string;
  updated_at: string;
  read: boolean;
  reader: string[];
  typing: string[];
  label: string;
  department_id: number | null;
  /** What the team reads it in; empty where nobody said. */
  language: string;
  /** What the customer writes in, `und` where nobody can tell; absent from what an older server says. */
  source_lang?: string;
  phone: string;
  email: string;
  /** The customer's name. */
  name: string;
  contact_id?: number | null;
  encryption: number;
  hasResponded: boolean;
  newMessage: boolean;
  attachment: boolean;
  snippet: string;
  livechat?: boolean;
  unread: number;
  channel_id: number | null;
  channel_name: string;
  session_id?: string | null;
  session_name?: string | null;
  /** What stands beside its own fields; times in UTC as "YYYY-MM-DD HH:MM:SS". Absent from what an older server says. */
  other?: { 'Preferred Appointment Date'?: string };
}

/** What a customer's id on a channel is. */
/** What was only typed in, and not what a channel knows, is `entered`. */
export type IdentityKind = 'phone' | 'email' | 'username' | 'opaque' | 'entered';

export interface Identity {
  /** The connected account that knows the person, by its own name; empty for none in particular. */
  account: string;
  kind: IdentityKind;
  external_id: string;
  display: string;
  /** The channel value, where the server tells it. */
  channel?: string;
}

export interface Contact {
  uid?: string;
  id: number;
  name: string;
  identities: Identity[];
}

export interface Participant {
  username: string;
  name: string;
  photo: string;
}

export interface Reaction {
  reaction: string;
  /** `visitor`, or an agent's username. A provider knows all agents as one. */
  username: string;
  name: string;
  /** One of the desk's own emoji, which stays with the team: each agent has one of their own. */
  team?: boolean;
}

/** What the team noted at a message. */
export interface Note {
  id: number;
  message_id: number;
  sender: string;
  sender_name: string;
  text: string;
  ts: number;
  updated_at: string;
}

/** An answer that waits for its time. */
export interface Scheduled {
  id: number;
  ticket_id: number;
  sender: string;
  sender_name: string;
  message: string;
  files: number;
  queue_id: string;
  send_at: number;
  /** Why it could not be sent; null while it waits. */
  error: string | null;
}

/** A ticket that was merged into another one, with what may be sent in its conversation. */
export interface MergedTicket extends Pick<Ticket, 'id' | 'ticket_number' | 'title' | 'channel' | 'channel_name' | 'name' | 'email'> {
  send: Partial<SendRules> | null;
  window: TicketInfo['window'];
  by: string | null;
}

export type LinkedTicket = Pick<Ticket, 'id' | 'ticket_number' | 'title' | 'channel' | 'closed' | 'name'>;

export interface TicketInfo extends Ticket {
  /** The newest pin first; absent from what an older server says. */
  pinned?: Message[];
  /** The tickets that were merged into this one; absent from what an older server says, as the next two. */
  merged?: MergedTicket[];
  merged_into?: { id: number; ticket_number: number; title: string; by: string; why: string } | null;
  links?: LinkedTicket[];
  /** The ticket in whose conversation an answer goes out; set where there are several. */
  via?: number;
  /** Whether the sender is blocked; absent from what an older server says. */
  blocked?: boolean;
  /** Until when it was put aside, in milliseconds. */
  snoozed_until?: number | null;
  /** Answers that wait for their time, the next one first. */
  scheduled?: Scheduled[];
  /** Why its messages were put into this ticket and no other. */
  why?: string;
  contact: Contact | null;
  participants: Participant[];
  send: Partial<SendRules> | null;
  /** False in a ticket without a channel, where an answer goes to nobody; absent from what an older server says. */
  told?: boolean;
  /** Until when the customer's provider lets us write freely, in milliseconds; 0 before the first word. */
  window: { until: number; after: 'template' | 'nothing'; open: boolean } | null;
}

export type MessageState =
  | 'received'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'unknown'
  // In a ticket without a channel: nobody was told.
  | 'kept';

export interface Attachment {
  id: string;
  url: string;
  mime: string;
  filename: string;
  size: number;
  kind?: string;
}

export interface ReplyQuote {
  id: number | string;
  sender: string;
  message: string;
}

export interface Message {
  /** A number from the core, or a `queue-` id while it is only here. */
  id: number | string;
  ticket_id: number;
  /** The ticket in whose conversation it was written: another one where that was merged into this. */
  home_id?: number;
  type: string;
  sender: string;
  sender_name: string;
  direction: 'in' | 'out' | 'system';
  message: string;
  html_url?: string | null;
  ts: number;
  ts_ms: number;
  reply_id: number | string | null;
  reply: ReplyQuote | null;
  attachments: Attachment[];
  state: MessageState;
  error: { code: string; message: string } | null;
  queue_id: string | null;
  retry_at: number | null;
  edited?: boolean;
  deleted?: boolean;
  contents?: Content[] | null;
  reactions?: Reaction[];
  notes?: Note[];
  pinned?: boolean;
  /** It in other languages, by language; absent from what an older server says. */
  translated_text?: Record<string, string>;
  /** What became of its last change on the customer's side. */
  edit?: {
    kind: 'edit' | 'delete' | 'react';
    state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
    error: { code: string; message: string } | null;
  } | null;
  extras?: Record<string, unknown> | null;
  /** What helpers found out: data or words, absent or null for nothing. */
  aiqon_results?: unknown;
  anchor?: unknown;
  keywin?: unknown;
  traits?: unknown;
  handle?: unknown;
  advocacy?: unknown;
  alternative?: unknown;
  personality?: unknown;
  forwardres?: unknown;
}

export interface TicketPage {
  data: Ticket[];
  count: number;
  /** A long list has more than `count`. */
  countMore?: boolean;
  status: string;
}

export interface MessageDay {
  /** DD/MM/YYYY */
  date: string;
  messages: Message[];
}

export type Agent = Schemas['AgentRow'];

export type Label = Schemas['Label'];

/** What oneself chose to be. */
export type OwnStatus = Schemas['OwnStatus'];

/** A status of the client's own. */
export type CustomStatus = Schemas['CustomStatus'];

/** A colleague with the status in effect. */
export type UserStatus = Schemas['UserStatus'];

export type Department = Schemas['Department'];

export type CannedReply = Schemas['CannedReply'];

export type Signature = Schemas['Signature'];

export type BusinessCalendar = Schemas['BusinessCalendar'];

export type WeeklyTime = Schemas['WeeklyTime'];

export type Holiday = Schemas['Holiday'];

export type Announcement = Schemas['Announcement'];

export interface UnreadCounts {
  ticket: number;
  livechat: number;
  chat: number;
}

export interface ChannelDeclaration {
  value: string;
  name: string;
  group: string;
  /** The line of reports it is counted in. */
  report_group?: string | null;
  identity?: IdentityKind;
  /** Whether answers over it may end with a signature. */
  signature?: boolean;
  opens: TicketKind;
  color: string;
  icon: string;
  send?: Partial<SendRules> | null;
}

export type PluginTexts = Record<string, Record<string, unknown>>;

export interface Plugin {
  id: string;
  name: string;
  version: string;
  description: string;
  maker: string;
  color: string;
  /** A data: address of an SVG. */
  icon: string;
  channels: ChannelDeclaration[];
  interfaces: string[];
  hosts: string[];
  /** False for one that is gone, whose tickets are still here. */
  installed?: boolean;
  /** Whether the caller's client has it switched on. */
  enabled?: boolean;
  send?: Partial<SendRules> | null;
  texts: PluginTexts;
}

export type SessionAnswer = Schemas['SessionAnswer'];

/** One variant of the product, as the host name chose it. */
export type Variant = Schemas['Variant'];

/** What the configuration gives the person who is logged in. */
export type Mine = Schemas['Mine'];

export interface TraceHop {
  name: string;
  at_ms: number;
  /** How long it took, in one of two units. */
  took_us?: number | null;
  took_ms?: number | null;
  detail: string | Record<string, unknown> | null;
}
