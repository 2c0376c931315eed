/** The shapes the core answers with, kept by hand until they are generated from its description. */

export type TicketFilter = 'open' | 'pending' | 'solved' | 'closed' | 'all';
export type TicketKind = 'ticket' | 'livechat';

/** Ticket status: 0 open, 1 pending, 2 resolved, 3 closed. */
export type TicketStatus = 0 | 1 | 2 | 3;

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
  language: string;
  phone: string;
  email: string;
  /** The customer's name. */
  name: string;
  encryption: number;
  hasResponded: boolean;
  newMessage: boolean;
  attachment: boolean;
  snippet: string;
  livechat?: boolean;
  unread: number;
  channel_id: number;
  channel_name: string;
  session_id?: string | null;
  session_name?: string | null;
}

export interface Identity {
  channel: string;
  external_id: string;
  display: string;
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

/** What the channel of a ticket allows in an answer. */
export interface SendRules {
  text_max: number;
  html: boolean;
  attachments_max: number;
  attachment_max_bytes: number;
  media: string[];
  typing: boolean;
  read: boolean;
}

export interface TicketInfo extends Ticket {
  /** Why its messages were put into this ticket and no other. */
  why?: string;
  contact: Contact | null;
  participants: Participant[];
  send: SendRules | null;
  window: null;
}

export type MessageState =
  | 'received'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'unknown';

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
}

export interface TicketPage {
  data: Ticket[];
  count: number;
  status: string;
}

export interface MessageDay {
  /** DD/MM/YYYY */
  date: string;
  messages: Message[];
}

export interface Agent {
  id: number;
  name: string;
  username: string;
}

export interface UnreadCounts {
  ticket: number;
  livechat: number;
  chat: number;
}

export interface ChannelDeclaration {
  value: string;
  name: string;
  group: string;
  opens: TicketKind;
  color: string;
  icon: string;
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
  texts: PluginTexts;
}

export interface SessionAnswer {
  result: string;
  description?: string;
  token: string;
  refresh_token: string;
  photo: string;
  adminName: string;
  adminUsername: string;
  rank: number;
  permission: string[];
  plan: number;
  settings: Record<string, unknown>[];
  timezone: string;
  version: { id: number; description: string };
  name: string;
  username: string;
  client: number | string;
  type: string;
  user_id: number;
}

export interface TraceHop {
  name: string;
  at_ms: number;
  /** How long it took, in one of two units. */
  took_us?: number | null;
  took_ms?: number | null;
  detail: string | Record<string, unknown> | null;
}
