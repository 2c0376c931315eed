import { labelIds } from '../api/labels';
import type { Label, Ticket } from '../api/types';
import { fromUtcText } from '../ui/dates';

/** What is promised to a customer, and when, in milliseconds. */
export interface Due {
  kind: 'answer' | 'appointment';
  at: number;
}

const SOON_MS = 2 * 86_400_000;

type Promised = Pick<Ticket, 'created_at' | 'hasResponded' | 'label'>;

/** When a label's first answer is due, as the core counts it: from the ticket's beginning. */
function answerDue(ticket: Promised, labels: readonly Label[]): number | null {
  if (ticket.hasResponded) return null;
  const carried = new Set(labelIds(ticket));
  const minutes = promising(labels).filter(({ id }) => carried.has(id)).map(({ sla }) => sla);
  return minutes.length === 0 ? null : fromUtcText(ticket.created_at) + Math.min(...minutes) * 60_000;
}

/** The labels that promise a first answer. */
export function promising(labels: readonly Label[]): Label[] {
  return labels.filter(({ sla, deleted }) => sla > 0 && !deleted);
}

/** What comes first: the answer that a label promises, or the appointment. */
export function dueOf(ticket: Promised, labels: readonly Label[], appointment: number | null): Due | null {
  const answer = answerDue(ticket, labels);
  if (answer !== null && (appointment === null || answer <= appointment)) return { kind: 'answer', at: answer };
  return appointment === null ? null : { kind: 'appointment', at: appointment };
}

/** Those that are over or due within two days, soonest first. */
export function dueSoon<Entry extends { due: Due | null }>(entries: readonly Entry[], now: number): Entry[] {
  const at = ({ due }: Entry) => due?.at ?? Infinity;
  return entries.filter((entry) => at(entry) - now < SOON_MS).sort((a, b) => at(a) - at(b));
}
