import type { ChannelDeclaration, Message, SendRules, TicketInfo, ToldRules } from '../../api/types';

/** The rules of a channel that says nothing: text and files, nothing else. */
export const NO_RULES: SendRules = {
  text_max: null,
  caption_max: null,
  html: false,
  signature: false,
  subject: false,
  cc: false,
  attachments_max: 10,
  attachment_max_bytes: 0,
  media: [],
  media_rules: [],
  typing: false,
  read: false,
  reply_to: true,
  edit: false,
  delete: false,
  react: false,
  reactions: [],
  location: false,
  contact: false,
  quick_replies_max: 0,
  buttons_max: 0,
  button_title_max: null,
  templates: false,
  silent: false,
  calls: false,
  window: null,
};

function withoutGaps(rules: ToldRules | null | undefined): Partial<SendRules> {
  return Object.fromEntries(Object.entries(rules ?? {}).filter(([, value]: [string, unknown]) => value !== undefined && value !== null));
}

/** What the plugin declares for the channel; what the server says of this very ticket goes before it. */
export function rulesOf(info: Pick<TicketInfo, 'send'>, declared: ChannelDeclaration | undefined): SendRules {
  return { ...NO_RULES, ...withoutGaps(declared?.send), ...withoutGaps(info.send) };
}

/** Whether a media type is one of the patterns such as `image/*`. */
export function mediaAllowed(mime: string, media: readonly string[]): boolean {
  if (media.length === 0) return true;
  return media.some((pattern) => {
    if (pattern === '*/*' || pattern === mime) return true;
    return pattern.endsWith('/*') && mime.startsWith(pattern.slice(0, -1));
  });
}

/** The most bytes a file of this type may have; 0 for no limit. The first rule that fits counts. */
export function maxBytes(mime: string, rules: SendRules): number {
  const special = rules.media_rules.find((rule) => mediaAllowed(mime, rule.types));
  if (special === undefined) return rules.attachment_max_bytes;
  if (rules.attachment_max_bytes === 0) return special.max_bytes;
  return Math.min(special.max_bytes, rules.attachment_max_bytes);
}

/** Characters a text may have; beside a file it is a caption, which may be shorter. */
export function textMax(rules: SendRules, withFiles: boolean): number | null {
  const max = withFiles ? (rules.caption_max ?? rules.text_max) : rules.text_max;
  return max === null || max <= 0 ? null : max;
}

export interface WindowState {
  /** Until when an agent may write freely, in milliseconds; null when nobody has written yet. */
  closesAt: number | null;
  open: boolean;
  /** What may be sent when it is closed. */
  after: 'template' | 'nothing';
}

const HOUR_MS = 3_600_000;

function lastInbound(messages: readonly Message[]): number | null {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.direction === 'in') return message.ts_ms || message.ts * 1000;
  }
  return null;
}

/** The messaging window of a channel that has one: as the server tells it, or from the messages at hand. */
export function windowOf(
  rules: SendRules,
  info: Pick<TicketInfo, 'window'>,
  messages: readonly Message[],
  now: number,
): WindowState | null {
  if (rules.window === null) return null;
  const { hours, after } = rules.window;
  const last = lastInbound(messages);
  const heard = last === null ? null : last + hours * HOUR_MS;
  const told = info.window == null || info.window.until === 0 ? null : info.window.until;
  const closesAt = heard === null ? told : Math.max(heard, told ?? 0);
  return { closesAt, open: closesAt !== null && closesAt > now, after };
}

export interface Left {
  hours: number;
  minutes: number;
}

/** Hours and minutes that are left, the last minute counted as one. */
export function timeLeft(closesAt: number, now: number): Left {
  const minutes = Math.max(1, Math.ceil((closesAt - now) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** From here on the countdown is amber: a quarter of the window, at most four hours. */
export function isRunningOut(closesAt: number, now: number, hours: number): boolean {
  return closesAt - now < Math.min(4, hours / 4) * HOUR_MS;
}
