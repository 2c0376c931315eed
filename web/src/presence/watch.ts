import { onEvent, onReload } from '../realtime/apply';
import { useSession } from '../session/store';
import { forgetCustoms, loadCustoms, takeCustoms, useCustoms } from './customs';
import { forgetOnline, loadOnline, takeSeen, useOnline } from './online';
import { closePanel } from './open';
import { forgetOwn, loadOwn, takeOwnFrame } from './store';
import { watchTouches } from './touches';

/** Ties the stores of this room to the socket and the session. Called once, before any screen. */
export function watchPresence(): void {
  onEvent('presence', (frame) => {
    takeOwnFrame(frame);
    takeSeen(frame);
  });
  onEvent('customStatusesChanged', ({ statuses }) => takeCustoms(statuses));
  watchTouches();
  onReload(() => {
    void loadOwn();
    if (useCustoms.getState().phase !== 'idle') void loadCustoms();
    if (useOnline.getState().phase === 'ready') void loadOnline();
  });
  useSession.subscribe((now, before) => {
    if (now.phase === before.phase) return;
    if (now.phase === 'in') void loadOwn();
    if (now.phase !== 'out') return;
    forgetOwn();
    forgetCustoms();
    forgetOnline();
    closePanel();
  });
  // The desk's code may come after the session.
  if (useSession.getState().phase === 'in') void loadOwn();
}
