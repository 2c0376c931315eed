import type { Ticket, TicketInfo } from '../api/types';

/** What acts on tickets change of what is shown. */
export type ShownFields = Partial<
  Pick<Ticket, 'closed' | 'assignee' | 'label' | 'severity' | 'department_id'> & Pick<TicketInfo, 'participants' | 'snoozed_until' | 'following' | 'blocked'>
>;

export type ShownField = keyof ShownFields;

/** An act that shows already, and that the server has not answered yet. */
export interface PendingAct {
  ticketId: number;
  after: ShownFields;
  /** What the server said of these fields last. */
  before: ShownFields;
}

/** The oldest first. */
const acts: PendingAct[] = [];

/** Typed as what it goes through. */
export function fieldsOf(fields: ShownFields): ShownField[] {
  const all: Record<ShownField, true> = { closed: true, assignee: true, label: true, severity: true, department_id: true, participants: true, snoozed_until: true, following: true, blocked: true };
  return (Object.keys(all) as ShownField[]).filter((field) => field in fields);
}

export function beginAct(act: PendingAct): void {
  acts.push(act);
}

/** Removes an act that was answered. */
export function endAct(act: PendingAct): void {
  const at = acts.indexOf(act);
  if (at !== -1) acts.splice(at, 1);
}

/** The acts on a ticket that come after one that was refused, and build on it. */
export function actsAfter(act: PendingAct): PendingAct[] {
  return acts.slice(acts.indexOf(act) + 1).filter(({ ticketId }) => ticketId === act.ticketId);
}

/**
 * What the server says of a ticket, with what is shown of it before the server has answered. An event of
 * something else does not take back what somebody just did; where the act is refused, it is the newer word.
 */
export function withPending<Fields extends ShownFields>(ticketId: number, said: Fields): Fields {
  const mine = acts.filter((act) => act.ticketId === ticketId);
  if (mine.length === 0) return said;
  const told: ShownFields = said;
  for (const field of fieldsOf(told)) {
    const first = mine.find((act) => field in act.after);
    if (first !== undefined) Object.assign(first.before, { [field]: told[field] });
  }
  const over = mine.map(({ after }) => Object.fromEntries(fieldsOf(after).flatMap((field) => (field in told ? [[field, after[field]]] : []))));
  return Object.assign({ ...said }, ...over) as Fields;
}

/** Forgets them all, such as when somebody else signs in. */
export function resetActs(): void {
  acts.length = 0;
}
