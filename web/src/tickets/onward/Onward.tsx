import { useEffect, type ReactNode } from 'react';
import type { TicketInfo } from '../../api/types';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { leaveOnward, useOnward, type Asked } from './onward';

const ForwardDialog = lazyPart(async () => (await import('./ForwardDialog')).ForwardDialog);
const SplitDialog = lazyPart(async () => (await import('./SplitDialog')).SplitDialog);
const MacroDialog = lazyPart(async () => (await import('../conversation/MacroDialog')).MacroDialog);
const PickTicket = lazyPart(async () => (await import('../conversation/PickTicket')).PickTicket);
const SnoozeDialog = lazyPart(async () => (await import('../conversation/SnoozeDialog')).SnoozeDialog);

function windowFor(info: TicketInfo, { act, message }: Asked): ReactNode {
  switch (act) {
    case 'merge':
    case 'link':
      return <PickTicket info={info} act={act} onClose={leaveOnward} />;
    case 'macro':
      return <MacroDialog info={info} onClose={leaveOnward} />;
    case 'time':
      return <SnoozeDialog info={info} onClose={leaveOnward} />;
    case 'split':
      return message === null ? null : <SplitDialog info={info} message={message} onClose={leaveOnward} />;
    case 'forward':
      return <ForwardDialog info={info} message={message} onClose={leaveOnward} />;
  }
}

/** The window about what shall be done, when it was asked for in this conversation. */
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
  return asked === null || asked.ticketId !== id ? null : <SilentBoundary>{windowFor(info, asked)}</SilentBoundary>;
}
