/** The types of notifications this side has words for; loaded with the words, and not with the first screen. */
import type { Notice } from './model';

/** Of other types the server's own title and body are shown. */
export const KINDS = ['assigned', 'removed', 'mentioned', 'followed', 'channel_trouble', 'channel_sign_in', 'quarantined', 'webhook_off', 'late', 'sla_warning', 'sla_breached'] as const;
export type Kind = (typeof KINDS)[number];
/** Types that only admins are told. */
export const ADMIN_KINDS: readonly Kind[] = ['channel_trouble', 'channel_sign_in', 'quarantined', 'webhook_off'];

/** What an SLA can promise, by the names of its texts. */
export const METRICS = ['first_reply', 'next_reply', 'resolution', 'update'] as const;

function isKind(type: string): type is Kind {
  return (KINDS as readonly string[]).includes(type);
}

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** Of an SLA: what was promised and by which policy, which `detail` holds in this order. */
function promiseOf({ type, detail }: Notice, t: Translate): { metric?: string; policy?: string } {
  if (!type.startsWith('sla_')) return {};
  const [metric = '', ...policy] = detail.split(' ');
  return { metric: t(`due:metric.${metric}`), policy: policy.join(' ') };
}

/** Of a ticket that is followed: what happened last, whose name is all that `detail` holds, and of how many. */
function newsOf({ type, detail, count }: Notice, t: Translate): { news?: string } {
  if (type !== 'followed') return {};
  const news = t(`news.${detail}`);
  return { news: count > 1 ? t('news.several', { news, count }) : news };
}

/** Title and body in this person's language. */
export function wordsOf(notice: Notice, t: Translate): { title: string; body: string } {
  if (!isKind(notice.type)) return { title: notice.title, body: notice.body };
  const { subject, detail, count, ticket_number: number } = notice;
  return {
    title: t(`kind.${notice.type}.title`, { count }),
    body: t(`kind.${notice.type}.body`, { subject, detail, count, number, ...promiseOf(notice, t), ...newsOf(notice, t) }),
  };
}
