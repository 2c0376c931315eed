import { realtime } from '../realtime/connection';
import { useOwn } from './store';

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** The server is told now and then, not of every touch; somebody who was away is back at once. */
const PAUSE_MS = 20_000;
const BACK_MS = 1_000;

let told = 0;

function pause(): number {
  const { own } = useOwn.getState();
  if (own?.automatic) return BACK_MS;
  return own === null || own.away_after === 0 ? PAUSE_MS : Math.min(PAUSE_MS, (own.away_after * 1_000) / 3);
}

function touched(event: Event): void {
  // Browsers also report a pointer under which the page moved.
  if (event.type === 'pointermove' && event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0) return;
  const now = Date.now();
  if (!realtime.isLive || now - told < pause()) return;
  told = now;
  realtime.tell('tellActive');
}

/** Tells the server now and then that somebody uses this tab, so that they are not set away. */
export function watchTouches(): () => void {
  const options = { capture: true, passive: true };
  for (const name of EVENTS) window.addEventListener(name, touched, options);
  return () => {
    told = 0;
    for (const name of EVENTS) window.removeEventListener(name, touched, options);
  };
}
