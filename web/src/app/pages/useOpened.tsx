import { Suspense, useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import { lazyPart } from '../lazyScreen';
import { paths } from '../paths';

// Only one address asks for it, and the first screen of the others has no room for it.
const OngoingCall = lazyPart(async () => (await import('../../tickets/calls/OngoingCall')).OngoingCall);

interface Opened {
  number: string | undefined;
  /** The address means the call that goes on, whichever that is. */
  ongoing: boolean;
  /** The call that was shown last; the customer's matter goes on when it has ended. */
  last: string | null;
  /** Looks for that call while it is on the page; draws nothing. */
  watcher: ReactNode;
}

/** Which conversation the address means: the one it names, or that of the call that goes on. */
export function useOpened(): Opened {
  const { number } = useParams();
  const ongoing = useLocation().pathname.endsWith(paths.callOngoing);
  const [going, setGoing] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  if (going !== null && going !== last) setLast(going);
  const watcher = ongoing ? (
    <Suspense>
      <OngoingCall onCall={setGoing} />
    </Suspense>
  ) : null;
  return { number: ongoing ? (going ?? undefined) : number, ongoing, last, watcher };
}
