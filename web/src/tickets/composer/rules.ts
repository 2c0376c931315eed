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
