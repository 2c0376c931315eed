import { onEvent, onReload } from '../realtime/apply';
import { useSession } from '../session/store';
import { forgetOnline, loadOnline, takeSeen, useOnline } from './online';
import { closePanel } from './open';
import { forgetOwn, loadOwn, takeOwnFrame } from './store';

/** Ties the stores of this room to the socket and the session. Called once, before any screen. */
export function watchPresence(): void {
  onEvent('presence', (frame) => {
    takeOwnFrame(frame);
    takeSeen(frame);
  });
  onReload(() => {
    void loadOwn();
    if (useOnline.getState().phase === 'ready') void loadOnline();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === before.phase) return;
    if (now.phase === 'in') void loadOwn();
    if (now.phase !== 'out') return;
    forgetOwn();
    forgetOnline();
    closePanel();
  });
}
