import { SilentBoundary } from '../ui/SilentBoundary';
import { useOverlays } from './overlays';

/** Where calls that ring show; what shows them is handed in for whoever has calls, a little after the start. */
export function IncomingPlace() {
  return <SilentBoundary>{useOverlays((state) => state.incoming)}</SilentBoundary>;
}
