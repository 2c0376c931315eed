import type { Ticket } from '../../../api/types';
import { lazyPart } from '../../../ui/lazyPart';
import { SilentBoundary } from '../../../ui/SilentBoundary';

// A desk without a telephone does without.
const CallOrigin = lazyPart(async () => (await import('./CallOrigin')).CallOrigin);

/** Which way a ticket's call went; nothing for what is no call. */
export function CallOriginMark({ ticket: { call_direction: direction, did } }: { ticket: Pick<Ticket, 'call_direction' | 'did'> }) {
  if (direction !== 'inbound' && direction !== 'outbound') return null;
  return (
    <SilentBoundary>
      <CallOrigin direction={direction} did={did} />
    </SilentBoundary>
  );
}
