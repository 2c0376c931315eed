/**
 * The postMessage protocol between a site's page, the host, and the chat's frame within it. Both sides read
 * what they get field by field: anybody may post to a window.
 */

/** What the host knows of the visitor and puts into the form; nobody has checked it. */
export interface VisitorPrefill {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly message?: string;
}

/** The host's page as the agent sees it. */
export interface HostPage {
  readonly url: string;
  readonly title: string;
}

export interface HelloMessage extends HostPage {
  readonly type: 'hello';
  /** The widget's title in the visitor's language; empty where the admins wrote none. */
  readonly heading: string;
  /** The widget's colour, which the frame wears as the launcher does. */
  readonly accent: string;
  readonly prefill: VisitorPrefill;
  /** A JWT made by the site's server. */
  readonly identity: string | null;
  /** Begin a new visit instead of going on with the kept one. */
  readonly fresh: boolean;
}

export type HostMessage =
  | HelloMessage
  /** `focus` is false where nobody asked for the chat: a page that opens it again must not take the focus. */
  | { readonly type: 'shown'; readonly focus: boolean }
  | { readonly type: 'hidden' }
  | { readonly type: 'identify'; readonly token: string }
  | { readonly type: 'prefill'; readonly prefill: VisitorPrefill }
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  | { readonly type: 'shutdown' };

/** Where the visit stands; `forgotten` answers a shutdown. */
export type FrameState = 'idle' | 'form' | 'waiting' | 'chat' | 'ended' | 'forgotten';

export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'close' }
  | { readonly type: 'problem'; readonly text: string }
  | { readonly type: 'state'; readonly state: FrameState };

/** The mark and version that every message carries. */
const VERSION = 1;

const STATES: readonly FrameState[] = ['idle', 'form', 'waiting', 'chat', 'ended', 'forgotten'];

type Fields = Readonly<Partial<Record<string, unknown>>>;

const fieldsOf = (data: unknown): Fields | null => (typeof data === 'object' && data !== null ? { ...data } : null);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The message with its mark, as it is posted. */
export function sealed(message: HostMessage | FrameMessage): object {
  return { patchbay: VERSION, ...message };
}

/** The fields of a message of this protocol; null for everything else that is posted to a window. */
function opened(data: unknown): Fields | null {
  const fields = fieldsOf(data);
  return fields?.['patchbay'] === VERSION ? fields : null;
}

/** Takes the four fields that are texts out of whatever a site handed over. */
export function readPrefill(value: unknown): VisitorPrefill {
  const raw = fieldsOf(value) ?? {};
  const prefill: Record<string, string> = {};
  for (const key of ['name', 'email', 'phone', 'message']) {
    const given = raw[key];
    if (typeof given === 'string' || typeof given === 'number') prefill[key] = String(given);
  }
  return prefill;
}

/** What the frame hears from its host. */
export function readHostMessage(data: unknown): HostMessage | null {
  const raw = opened(data);
  switch (raw?.['type']) {
    case 'hello':
      return {
        type: 'hello',
        url: text(raw['url']),
        title: text(raw['title']),
        heading: text(raw['heading']),
        accent: text(raw['accent']),
        prefill: readPrefill(raw['prefill']),
        identity: text(raw['identity']) || null,
        fresh: raw['fresh'] === true,
      };
    case 'shown':
      return { type: 'shown', focus: raw['focus'] === true };
    case 'hidden':
    case 'shutdown':
      return { type: raw['type'] };
    case 'identify':
      return { type: 'identify', token: text(raw['token']) };
    case 'prefill':
      return { type: 'prefill', prefill: readPrefill(raw['prefill']) };
    case 'page':
      return { type: 'page', url: text(raw['url']), title: text(raw['title']) };
    default:
      return null;
  }
}

/** What the host hears from the frame. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const raw = opened(data);
  switch (raw?.['type']) {
    case 'ready':
    case 'close':
      return { type: raw['type'] };
    case 'unread': {
      const count = raw['count'];
      return { type: 'unread', count: typeof count === 'number' && count > 0 ? Math.floor(count) : 0 };
    }
    case 'problem':
      return { type: 'problem', text: text(raw['text']) };
    case 'state': {
      const state = STATES.find((known) => known === raw['state']);
      return state === undefined ? null : { type: 'state', state };
    }
    default:
      return null;
  }
}
