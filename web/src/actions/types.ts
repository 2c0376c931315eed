import type { Icon } from '@tabler/icons-react';
import type { Mention, Message, ReplyQuote, SendRules, Ticket, TicketInfo, TicketStatus } from '../api/types';

/** Where an action acts. The inner ones come first: of two that fit a key, the inner one runs. */
export const SCOPES = ['message', 'chat', 'ticket', 'list', 'contact', 'knowledge', 'everywhere', 'go', 'settings', 'tune'] as const;

/** One of them. */
export type Scope = (typeof SCOPES)[number];

/** The frame of the desk. */
export interface DeskContext {
  navigate: (path: string) => void;
  setScheme: (scheme: 'light' | 'dark' | 'auto') => void;
  /** Where this person may go. */
  places: readonly string[];
}

/** The list of tickets on screen. */
export interface ListContext {
  rows: readonly Ticket[];
  /** The row that the keys point at. */
  row: Ticket | undefined;
  /** Whether there is something to move along where no tickets stand, such as calls. */
  moves?: boolean;
  /** Whether rows can be chosen; they can where nothing is said. */
  chooses?: boolean;
  /** Where a row opens, unless that is the place of its ticket. */
  address?: (row: Ticket) => string;
  move: (step: number) => void;
  /** Moves and chooses what it passes. */
  extend: (step: number) => void;
  open: () => void;
}

/** The conversation on screen. */
export interface TicketContext {
  info: TicketInfo;
  messages: readonly Message[];
  setStatus: (status: TicketStatus) => void;
  reply: () => void;
  /** Writes a note, or goes back from there to the answer; what is given goes back into the note's field. */
  note: (back?: { text: string; mentions: Mention[] }) => void;
  quote: (quote: ReplyQuote) => void;
  send: (status?: TicketStatus) => void;
  /** Puts words where the caret is in what is written; absent where nobody can write. */
  insert?: ((words: string) => void) | undefined;
  toggleDetails: () => void;
  trace: ((message: Message) => void) | undefined;
  /** Goes back to the list; null in a window of its own. */
  back: (() => void) | null;
  go: (path: string) => void;
}

/** One message of the conversation. */
export interface MessageContext {
  message: Message;
  /** Its sender's name. */
  sender: string;
  rules: SendRules;
  quote: (quote: ReplyQuote) => void;
  edit: () => void;
  note: () => void;
  react: () => void;
  trace: ((message: Message) => void) | undefined;
}

/** The live chats on screen. */
export interface ChatsContext {
  take: () => void;
  link: () => void;
}

/** The live chat that is open. */
export interface ChatContext {
  /** Null once it has ended. */
  end: (() => void) | null;
  convert: () => void;
}

/** The list of contacts on screen. */
export interface ContactsContext {
  move: (step: number) => void;
  find: () => void;
}

/** A contact to whom somebody may write. */
export interface Recipient {
  id: number;
  name: string;
  email: string;
  phone: string;
}

/** A contact's profile on screen. */
export interface ContactContext {
  person: Recipient;
  merge: () => void;
}

/** The knowledge base as it is kept: its list, categories and searches without a result. */
export interface KnowledgeContext {
  move: (step: number) => void;
  find: () => void;
  go: (place: 'articles' | 'new' | 'categories' | 'gaps') => void;
}

/** An article that is being written. */
export interface ArticleContext {
  save: () => void;
  publish: () => void;
  /** Null where readers see nothing of it. */
  archive: (() => void) | null;
  revisions: () => void;
  togglePreview: () => void;
  nextLanguage: () => void;
  remove: () => void;
}

/** The article that the panel beside a conversation points at. */
export interface ReadingContext {
  insertText: () => void;
  insertLink: () => void;
}

/** What is on screen at this moment; null stands for what is not. */
export interface ActionContext {
  /** Only the conversation on screen is meant, whatever is chosen in the list. */
  one: boolean;
  desk: DeskContext | null;
  list: ListContext | null;
  ticket: TicketContext | null;
  message: MessageContext | null;
  chats: ChatsContext | null;
  chat: ChatContext | null;
  contacts: ContactsContext | null;
  contact: ContactContext | null;
  knowledge: KnowledgeContext | null;
  article: ArticleContext | null;
  reading: ReadingContext | null;
}

/** Something that an agent does at the desk: one definition for its key, its places in menus and its entry in the palette. */
export interface Action {
  /** Fixed for good: changed keys are stored by it. */
  id: string;
  /** Key of the visible text, with its space. */
  label: string;
  /** The text where it depends on what is on screen. */
  named?: (context: ActionContext) => string;
  scope: Scope;
  /** The first one is shown beside it; two presses after one another have a blank between them. */
  keys: readonly string[];
  /** Acts on all chosen tickets. */
  many: boolean;
  /** Asked again and again while its key is held. */
  repeats?: boolean;
  /** Its key acts while somebody types, too; such keys have Ctrl or Alt, or are F keys. */
  typing?: boolean;
  /** Opens a window that takes the keyboard: until it is there, no other key acts. */
  opens?: boolean;
  /** Its key acts over whatever is open, too. */
  over?: boolean;
  /** Does harm that cannot be undone. */
  danger?: boolean;
  icon?: Icon;
  available: (context: ActionContext) => boolean;
  run: (context: ActionContext) => void;
}
