/**
 * The shapes the core answers with. What its description says in full is taken from there
 * (`npm run api`); what it leaves open, because lists and events share it, is told here.
 */
import type { components } from './openapi.gen';
import type { SendRules } from './sendRules';

export type { MediaRule, SendRules } from './sendRules';

type Schemas = components['schemas'];

export type TicketFilter = 'open' | 'pending' | 'solved' | 'closed' | 'spam' | 'all';
export type TicketKind = 'ticket' | 'livechat';

export type TicketStatus = Schemas['TicketStatus'];

export type Ticket = Schemas['Ticket'];

/** What a customer's id on a channel is. */
/** What was only typed in, and not what a channel knows, is `entered`. */
export type IdentityKind = 'phone' | 'email' | 'username' | 'opaque' | 'entered';

/** The core does not tell yet which channel knows it; the screens are ready for it. */
export type Identity = Schemas['ContactIdentity'] & { channel?: string };

export type Contact = Pick<Schemas['TicketContact'], 'id' | 'name' | 'identities'>;

export type Participant = Pick<Schemas['Participant'], 'username' | 'name' | 'photo'>;

/** A provider knows all agents as one; each has their own of the desk's own emoji, which stay with the team. */
export type Reaction = Pick<Schemas['MessageReaction'], 'reaction' | 'username' | 'name'> & Partial<Pick<Schemas['MessageReaction'], 'team'>>;

/** What the team noted at a message. */
export type Note = Schemas['MessageNote'];

/** An answer that waits for its time. */
export type Scheduled = Schemas['ScheduledReply'];

/** A ticket that was merged into another one, with what may be sent in its conversation. */
export type MergedTicket = Omit<Schemas['MergedTicket'], 'send'> & { send?: ToldRules | null };

export type LinkedTicket = Schemas['LinkedTicket'];

/** What the server says of a ticket or a manifest of a channel: a part of the rules, and null for no limit. */
export type ToldRules = { [K in keyof SendRules]?: SendRules[K] | null };

type Shown = 'contact' | 'participants' | 'pinned' | 'merged' | 'send';

export type TicketInfo = Omit<Schemas['TicketDetails'], Shown> & {
  contact?: Contact | null;
  participants: Participant[];
  /** The newest pin first. */
  pinned: Message[];
  merged: MergedTicket[];
  /** Null in the conversation of a ticket that was merged in and whose account is gone. */
  send?: ToldRules | null;
  /** The ticket in whose conversation an answer goes out; set where there are several. */
  via?: number;
};

export type MessageState = Schemas['MessageState'];

export type Attachment = Pick<Schemas['MessageFile'], 'id' | 'url' | 'mime' | 'filename' | 'size'> & Partial<Pick<Schemas['MessageFile'], 'kind'>>;

export interface ReplyQuote {
  id: number | string;
  sender: string;
  message: string;
}

type Stored = Schemas['Message'];

/** Whom a note names. */
export type Mention = Schemas['Mention'];

/** A message of the core, or one that is only here, of which less is known. */
export type Message = {
  /** A number from the core, or a `queue-` id while it is only here. */
  id: number | string;
  /** Its formatted text while the core has not told its own; only what the editor wrote. */
  html?: string;
  reply_id?: number | string | null;
  reply?: ReplyQuote | null;
  attachments: Attachment[];
  reactions?: Reaction[];
  /** What became of its last change on the customer's side. */
  edit?: Pick<Schemas['MessageChange'], 'kind' | 'state' | 'error'> | null;
} & Pick<Stored, 'ticket_id' | 'type' | 'sender' | 'sender_name' | 'direction' | 'message' | 'ts' | 'ts_ms' | 'state'> &
  Partial<Omit<Stored, 'id' | 'reply_id' | 'reply' | 'attachments' | 'reactions' | 'edit'>>;

export type TicketPage = Schemas['TicketPage'];

/** Of a conversation: how many messages it has, or those of one day. */
export type ConversationPart = Schemas['ConversationPart'];

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

/** A ticket or a visitor of live chat that is offered to whoever is logged in. */
export type RoutingOffer = Schemas['RoutingOffer'];

/** Where a ticket stands in routing, and what was decided about it. */
export type TicketRouting = Schemas['TicketRouting'];

export type RoutingDecision = Schemas['RoutingDecision'];

/** An agent whom a routing decision looked at. */
export type RoutingCandidate = Schemas['Candidate'];

/** A list that is kept under a name. */
export type SavedView = Schemas['SavedView'];
/** A filter as the parameters of the list's call; in what the core answers, what is empty is left out. */
export type FilterQuery = Schemas['FilterQuery'];

export type Announcement = Schemas['Announcement'];

export type UnreadCounts = Schemas['UnreadTotals'];

/** One channel of a plugin; what may be sent by it is known where the plugin is here. */
export type ChannelDeclaration = Schemas['ChannelDeclaration'] & { send?: ToldRules };

export type Plugin = Schemas['Plugin'];

export type SessionAnswer = Schemas['SessionAnswer'];

/** One variant of the product, as the host name chose it. */
export type Variant = Schemas['Variant'];

/** What the configuration gives the person who is logged in. */
export type Mine = Schemas['Mine'];

export type TraceHop = Schemas['TraceHop'];
