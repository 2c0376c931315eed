import type { Agent, ChannelDeclaration, MergedTicket, Message, Plugin, SavedView, Ticket, TicketInfo } from '../src/api/types';
import { queryOf } from '../src/tickets/list/viewQuery';
import { ANY, type Narrow } from '../src/tickets/narrow';

export function aTicket(over: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    ticket_number: 1001,
    title: 'Where is my parcel',
    channel: 'TELEGRAM',
    closed: 0,
    severity: '',
    assignee: '',
    ts: 1_700_000_000,
    created_at: '2023-11-14 22:13:20',
    updated_at: '2023-11-14 22:13:20',
    read: true,
    reader: [],
    typing: [],
    label: '[]',
    department_id: null,
    due: null,
    language: '',
    phone: '',
    email: '',
    name: 'Aisyah',
    encryption: 0,
    hasResponded: false,
    newMessage: false,
    attachment: false,
    snippet: 'Hello',
    unread: 0,
    channel_id: 1,
    channel_name: 'Shop bot',
    session_name: '',
    livechat: false,
    source_lang: 'und',
    message_count: 1,
    responded: false,
    why: '',
    other: {},
    call_direction: '',
    did: '',
    receiver_email: '',
    ref: '',
    case_type: '',
    default_chat: 0,
    emotion: {},
    emotion_2: {},
    encryption_method: '',
    campaign_id: null,
    group_id: null,
    contact_id: null,
    userId: null,
    session_id: null,
    ...over,
  };
}

export function anAgent(over: Partial<Agent> = {}): Agent {
  return { id: 2, name: 'Mei', username: 'agent2', photo: '', disabled: false, answers: true, ...over };
}

export function aChannel(value: string, over: Partial<ChannelDeclaration> = {}): ChannelDeclaration {
  return { value, name: value, group: value, report_group: value, identity: 'opaque', signature: false, opens: 'ticket', color: '', icon: '', ...over };
}

/** What a manifest that says nothing of sending comes to. */
export const SEND: Plugin['send'] = {
  text_max: null, caption_max: null, html: false, subject: false, cc: false, attachments_max: 10, attachment_max_bytes: 0,
  media: [], media_rules: [], typing: false, read: false, reply_to: true, edit: false, delete: false, react: false, reactions: [],
  location: false, contact: false, quick_replies_max: 0, buttons_max: 0, button_title_max: null, templates: false, start_address: null, window: null,
  dedupe: 'none', rate: null, thread_rate: null,
};

/** The plugin of one channel. */
export function aPlugin(channel: string, interfaces: Plugin['interfaces'] = [], over: Partial<Plugin> = {}): Plugin {
  return {
    id: channel.toLowerCase(), name: channel, version: '1.0.0', description: '', maker: '', license: '', color: '', icon: '',
    channels: [aChannel(channel)], interfaces, hosts: [], texts: {}, send: SEND, installed: true, enabled: true, ...over,
  };
}

export function anInfo(over: Partial<TicketInfo> = {}): TicketInfo {
  return {
    ...aTicket(), contact: null, participants: [], send: null, window: null,
    pinned: [], merged: [], links: [], scheduled: [], blocked: false, told: true,
    merged_into: null, snoozed_until: null, following: false, ...over,
  };
}

export function aMerged(over: Partial<MergedTicket> = {}): MergedTicket {
  return {
    id: 9,
    ticket_number: 12,
    title: 'Bulb',
    channel: 'DEMO_MAIL',
    channel_name: 'Mail',
    name: 'Ben',
    email: 'ben@shop.example',
    send: null,
    window: null,
    by: 'agent1',
    at_ms: 1_700_000_000_000,
    why: '',
    ...over,
  };
}

export function aMessage(over: Partial<Message> = {}): Message {
  return {
    id: 1,
    ticket_id: 1,
    type: 'text',
    sender: 'visitor',
    sender_name: 'Aisyah',
    direction: 'in',
    message: 'Hello',
    ts: 1_700_000_000,
    ts_ms: 1_700_000_000_000,
    reply_id: null,
    reply: null,
    attachments: [],
    state: 'received',
    error: null,
    queue_id: null,
    retry_at: null,
    ...over,
  };
}

export const SESSION_ANSWER = {
  result: 'success',
  token: 't',
  refresh_token: 'r',
  photo: '',
  adminName: 'Mei',
  adminUsername: 'admin',
  rank: 1,
  permission: ['view_report'],
  plan: 4,
  plan_ends_at: null as number | null,
  plan_ended: false,
  productDetails: ['tickets', 'livechat', 'report', 'chats', 'contacts', 'case', 'knowledgebase', 'call', 'analyst'],
  settings: [{ account_type: 4 }],
  timezone: 'Asia/Kuala_Lumpur',
  language: '',
  version: { id: 1, description: '' },
  name: 'Agent One',
  username: 'agent1',
  client: 1,
  type: 'agent' as const,
  user_id: 7,
};

export function aView({ narrow, ...over }: Partial<SavedView> & { narrow?: Partial<Narrow> } = {}): SavedView {
  return {
    id: 1,
    name: 'Urgent',
    shared: false,
    icon: '',
    status: 'open',
    query: queryOf({ ...ANY, ...narrow }),
    columns: [],
    density: 'comfortable',
    position: 1,
    version: 1,
    ...over,
  };
}
