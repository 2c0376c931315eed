import { useEffect } from 'react';
import type { TicketInfo } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary as Quiet } from '../../ui/SilentBoundary';
import { leaveOnward, useOnward } from './onward';

const ForwardDialog = lazyPart(async () => (await import('./ForwardDialog')).ForwardDialog);
const SplitDialog = lazyPart(async () => (await import('./SplitDialog')).SplitDialog);

/** The window about what shall go on elsewhere, when it was asked for in this conversation. */
export function Onward({ info }: { info: TicketInfo }) {
  const { id } = info;
  const asked = useOnward((state) => state.asked);
  // What was asked for here is not asked any more when somebody comes back another time.
  useEffect(
    () => () => {
      if (useOnward.getState().asked?.ticketId === id) leaveOnward();
    },
    [id],
  );
  if (asked === null || asked.ticketId !== id) return null;
  return (
    <Quiet>
      {asked.act === 'split' && asked.message !== null ? (
        <SplitDialog info={info} message={asked.message} onClose={leaveOnward} />
      ) : (
        <ForwardDialog info={info} message={asked.message} onClose={leaveOnward} />
      )}
    </Quiet>
  );
}
