import { createElement } from 'react';
import { useVariant } from '../api/variant';
import { useSession } from '../session/store';
import { loadPatiently } from '../ui/lazyPart';
import { menuFor } from './menu';
import { useOverlays } from './overlays';
import { paths } from './paths';

/** Whether calls that ring show themselves to whoever is here: by their menu, at this host and by the account. */
function popsUp(): boolean {
  const { phase, session } = useSession.getState();
  if (phase !== 'in' || session === null) return false;
  if (!session.isAdmin && !session.popsUpOnCall) return false;
  const { features } = useVariant.getState().variant;
  return menuFor(session, features.filter((feature) => session.features.includes(feature))).some(({ to }) => to === paths.calls);
}

let isWatching = false;
let isWanted = false;
let end: (() => void) | null = null;

async function begin(): Promise<void> {
  const { IncomingCalls, watchIncoming } = await loadPatiently(() => import('../tickets/calls/incoming'));
  // Rights may have changed meanwhile.
  if (!popsUp() || end !== null) return;
  end = watchIncoming();
  useOverlays.setState({ incoming: createElement(IncomingCalls) });
}

function follow(): void {
  const wants = popsUp();
  if (wants === isWanted) return;
  isWanted = wants;
  if (wants) {
    void begin().catch(() => {
      isWanted = false;
    });
    return;
  }
  useOverlays.setState({ incoming: null });
  end?.();
  end = null;
}

/** Shows calls that ring on every screen, from the sign-in on and as rights change. */
export function watchIncomingCalls(): void {
  if (!isWatching) {
    isWatching = true;
    useSession.subscribe(follow);
    useVariant.subscribe(follow);
  }
  follow();
}
