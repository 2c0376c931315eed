import { useAgents } from '../api/agents';
import { useLabels } from '../api/labels';
import { usePlugins } from '../api/plugins';
import { loadMine } from '../api/variant';
import { fetchPart, loadPatiently } from '../ui/lazyPart';
import { parts } from './parts';

export { MobileFrame } from './MobileFrame';
export { openUpgrade } from './overlays';
export { Shell } from './Shell';

const SETTLED_MS = 1_500;
const PATIENCE_MS = 10_000;

/** Later, when the line may be gone, a dialog about that must not need the line. */
function fetchParts(): void {
  void Promise.allSettled(Object.values(parts).map(fetchPart));
}

/** Begins what the desk needs while somebody is logged in: first what the screen shows, then what keeps it up to date. */
export function enterDesk(): void {
  // The screen itself comes first: on a slow machine it takes longer than the pause.
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetchParts, { timeout: PATIENCE_MS });
    else fetchParts();
  }, SETTLED_MS);
  void usePlugins.getState().load().catch(() => undefined);
  void useAgents.getState().load().catch(() => undefined);
  void useLabels.getState().load();
  void loadMine().catch(() => undefined);
  void loadPatiently(loadLive)
    .then(({ enterLive }) => enterLive())
    .catch(() => undefined);
}

/** What keeps the desk up to date. */
export const loadLive = () => import('./live');
