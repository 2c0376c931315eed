/** What the server says to a visitor's page, read with care: a missing field is never a crash. */

export type InfoResult = 'success' | 'noAgent' | 'rating' | 'closed' | 'converted' | 'invalid';

export interface Limits {
  readonly textMax: number;
  readonly attachmentsMax: number;
  readonly attachmentMaxBytes: number;
}

/** Who the visitor is as the site's server signed it; what it does not know is empty. */
export interface Identity {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export interface Info {
  readonly result: InfoResult;
  readonly ticketId: string | null;
  readonly csrf: string;
  readonly name: string;
  readonly photo: string | null;
  readonly clientName: string;
  readonly accent: string | null;
  readonly termsUrl: string | null;
  /** The client's own words for when nobody is online. */
  readonly offlineMessage: string | null;
  /** The chat has its rating already. */
  readonly rated: boolean;
  readonly identity: Identity | null;
  /** What holds a frame's visits, when it was made just now. */
  readonly secret: string | null;
  readonly limits: Limits;
}

export interface Uploaded {
  readonly id: string;
  readonly url: string;
  readonly mime: string;
  readonly filename: string;
  readonly size: number;
}

export type Side = 'visitor' | 'agent' | 'system';

export interface WireMessage {
  readonly id: string;
  /** The page's own id of the message, when the server repeats it. */
  readonly clientId: string | null;
  readonly from: Side;
  readonly name: string;
  readonly text: string;
  readonly tsMs: number;
  readonly attachments: readonly Uploaded[];
}

export interface History {
  readonly messages: readonly WireMessage[];
  readonly seq: number | null;
  readonly ended: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

export function textOrNull(value: unknown): string | null {
  return text(value) || null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const RESULTS: readonly InfoResult[] = ['success', 'noAgent', 'rating', 'closed', 'converted'];

/** The live chat plugin's own limits, used when the server names none. */
const LIMITS: Limits = { textMax: 4096, attachmentsMax: 10, attachmentMaxBytes: 26_214_400 };

function readIdentity(value: unknown): Identity | null {
  if (typeof value !== 'object' || value === null) return null;
  const raw = fields(value);
  return { name: text(raw['name']), email: text(raw['email']), phone: text(raw['phone']) };
}

export function readInfo(value: unknown): Info {
  const raw = fields(value);
  const send = fields(raw['send']);
  const terms = text(raw['terms_url']);
  return {
    result: RESULTS.find((known) => known === raw['result']) ?? 'invalid',
    ticketId: textOrNull(raw['ticket_id']),
    csrf: text(raw['csrf']),
    name: text(raw['name']),
    photo: textOrNull(raw['photo']),
    clientName: text(raw['client_name']),
    accent: textOrNull(raw['accent']),
    termsUrl: /^https?:\/\//.test(terms) ? terms : null,
    offlineMessage: textOrNull(raw['offline_message']),
    rated: raw['rated'] === true,
    identity: readIdentity(raw['identity']),
    secret: textOrNull(raw['secret']),
    limits: {
      textMax: number(send['text_max']) ?? LIMITS.textMax,
      attachmentsMax: number(send['attachments_max']) ?? LIMITS.attachmentsMax,
      attachmentMaxBytes: number(send['attachment_max_bytes']) ?? LIMITS.attachmentMaxBytes,
    },
  };
}

export function readUploaded(value: unknown): Uploaded {
  const raw = fields(value);
  return {
    id: text(raw['id']),
    url: text(raw['url']),
    mime: text(raw['mime']) || 'application/octet-stream',
    filename: text(raw['filename']) || 'file',
    size: number(raw['size']) ?? 0,
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readFiles(value: unknown): readonly Uploaded[] {
  return list(value).map(readUploaded);
}

export function readMessage(value: unknown): WireMessage {
  const raw = fields(value);
  const from = raw['from'];
  return {
    id: text(raw['id']),
    clientId: textOrNull(raw['client_id']) ?? textOrNull(raw['queue_id']),
    from: from === 'visitor' || from === 'agent' ? from : 'system',
    name: text(raw['name']),
    text: text(raw['text']),
    tsMs: number(raw['ts_ms']) ?? 0,
    attachments: readFiles(raw['attachments']),
  };
}

export function readHistory(value: unknown): History {
  const raw = fields(value);
  return {
    messages: list(raw['data'])
      .map(readMessage)
      .filter((message) => message.id !== ''),
    seq: number(raw['seq']),
    ended: raw['ended'] === true,
  };
}
