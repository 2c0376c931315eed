import i18next from 'i18next';
import { contextNow } from '../../actions/live';
import { keep } from '../../api/keep';
import type { TicketInfo, TicketStatus } from '../../api/types';
import { useSession } from '../../session/store';
import { toastUndo } from '../../ui/toast';
import { addressNow } from '../address';
import { tellRefusal } from '../optimistic';
import { changeStatus } from '../status';
import { say } from '../texts';
import { addressIn, neighbour } from './next';

/** Where somebody goes when a ticket was resolved. */
export const AFTER = ['next', 'list', 'stay'] as const;

/** One of them. */
export type After = (typeof AFTER)[number];

const RESOLVED: TicketStatus = 2;
const key = () => `patchbay.after_resolve.${useSession.getState().session?.username ?? ''}`;

/** What whoever is logged in chose, in this browser. */
export function afterResolving(): After {
  const stored = localStorage.getItem(key());
  return AFTER.find((one) => one === stored) ?? 'next';
}

/** Chooses it. */
export function setAfterResolving(after: After): void {
  keep(key(), after);
}

/** Where to go from a ticket that is still in its list; null where one stays. */
function wayFrom(info: TicketInfo): (() => void) | null {
  const context = contextNow();
  const { ticket } = context;
  const after = afterResolving();
  if (ticket === null || ticket.info.id !== info.id || ticket.back === null || after === 'stay') return null;
  const { back, go } = ticket;
  const next = after === 'next' ? (neighbour(context, 1) ?? neighbour(context, -1)) : undefined;
  return () => {
    // Whoever went elsewhere meanwhile is left there.
    if (contextNow().ticket?.info.id !== info.id) return;
    if (next === undefined) back();
    else go(addressIn(context, next));
  };
}

async function takeBack(info: TicketInfo, status: TicketStatus, left: boolean): Promise<void> {
  const name = useSession.getState().session?.name ?? '';
  const line = i18next.t('system.status', { status: i18next.t(`status.${status}`), name });
  try {
    await changeStatus(String(info.ticket_number), { ...info, closed: RESOLVED }, status, line);
    const { ticket, desk } = contextNow();
    if (left) (ticket?.go ?? desk?.navigate)?.(addressNow(info));
  } catch (thrown) {
    tellRefusal(info.ticket_number, say('status_failed'), thrown);
  }
}

/**
 * Remembers where a ticket stands in its list before it is resolved. What it answers is called with `false`
 * as soon as it shows as resolved, or will be later, and without when that is done.
 */
export function beginResolve(info: TicketInfo): (done?: boolean) => void {
  const before = info.closed;
  if (before === RESOLVED) return () => undefined;
  const leave = wayFrom(info);
  let hasLeft = false;
  return (done = true) => {
    if (!hasLeft) leave?.();
    hasLeft = true;
    if (!done) return;
    toastUndo(i18next.t('actions:resolved', { number: info.ticket_number }), {
      label: say('tidy.undo'),
      run: () => void takeBack(info, before, leave !== null),
    });
  };
}
