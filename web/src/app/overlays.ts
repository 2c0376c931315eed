import type { ReactNode } from 'react';
import { create } from 'zustand';

/** What floats over the screens and is loaded only when first asked for. */
export const useOverlays = create<{
  palette: boolean;
  keyMap: boolean;
  search: 'never' | 'open' | 'closed';
  about: 'never' | 'open' | 'closed';
  upgrade: 'never' | 'open' | 'closed';
  /** The number of the plan from which on there is what was asked for; null where nothing asked. */
  requiredPlan: number | null;
  /** Shows the calls that ring; null for whoever has no calls. */
  incoming: ReactNode;
  crash: Error | null;
}>()(() => ({
  palette: false,
  keyMap: false,
  search: 'never',
  about: 'never',
  upgrade: 'never',
  requiredPlan: null,
  incoming: null,
  crash: null,
}));

let open: (() => void) | null = null;
let wished = false;

export function openPalette(): void {
  if (open !== null) {
    open();
    return;
  }
  wished = true;
  useOverlays.setState({ palette: true });
}

/** The palette hands in how it is opened, and opens when that is why it was loaded. */
export function takePaletteWish(opener: () => void): void {
  open = opener;
  if (wished) opener();
  wished = false;
}

export function openKeyMap(): void {
  useOverlays.setState({ keyMap: true });
}

export function closeKeyMap(): void {
  useOverlays.setState({ keyMap: false });
}

export function openSearch(): void {
  useOverlays.setState({ search: 'open' });
}

export function closeSearch(): void {
  useOverlays.setState({ search: 'closed' });
}

export function openAbout(): void {
  useOverlays.setState({ about: 'open' });
}

export function closeAbout(): void {
  useOverlays.setState({ about: 'closed' });
}

/** Shows the plans; `requiredPlan` is the lowest that has what somebody wanted to use. */
export function openUpgrade(requiredPlan: number | null = null): void {
  useOverlays.setState({ upgrade: 'open', requiredPlan });
}

export function closeUpgrade(): void {
  useOverlays.setState({ upgrade: 'closed' });
}

/** For trying the crash screen: the next drawing of the frame throws this. */
export function crashNow(error: Error): void {
  useOverlays.setState({ crash: error });
}
