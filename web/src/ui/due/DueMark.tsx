import { Suspense } from 'react';
import { lazyPart } from '../lazyPart';
import { SilentBoundary } from '../SilentBoundary';
import type { TicketDue } from './moment';

// A desk that promises nothing does without it.
const Countdown = lazyPart(async () => (await import('./Countdown')).Countdown);

/** As wide as most, so that hardly anything moves when it comes. */
const ROOM = <span style={{ flex: 'none', width: 46 }} />;

/**
 * The countdown of a ticket's SLA: the time until its most urgent clock is due; nothing where none is.
 * It lives beside the rooms, since what several of them show belongs to none.
 */
export function DueMark({ due }: { due: TicketDue | null }) {
  if (due == null) return null;
  return (
    <SilentBoundary>
      <Suspense fallback={ROOM}>
        <Countdown due={due} />
      </Suspense>
    </SilentBoundary>
  );
}
