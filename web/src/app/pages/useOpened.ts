import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useOngoingCall } from '../../tickets/calls/ongoing';
import { paths } from '../paths';

interface Opened {
  number: string | undefined;
  /** The address means the call that goes on, whichever that is. */
  ongoing: boolean;
  /** The call that was shown last; the customer's matter goes on when it has ended. */
  last: string | null;
}

/** Which conversation the address means: the one it names, or that of the call that goes on. */
export function useOpened(): Opened {
  const { number } = useParams();
  const ongoing = useLocation().pathname.endsWith(paths.callOngoing);
  const going = useOngoingCall(ongoing);
  const [last, setLast] = useState<string | null>(null);
  if (going !== null && going !== last) setLast(going);
  return { number: ongoing ? (going ?? undefined) : number, ongoing, last };
}
