import { create } from 'zustand';

/** What floats over the screens and is loaded only when first asked for. */
export const useOverlays = create<{ palette: boolean; keyMap: boolean }>()(() => ({
  palette: false,
  keyMap: false,
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
