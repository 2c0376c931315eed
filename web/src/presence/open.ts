import { create } from 'zustand';

interface Windows {
  picker: 'never' | 'open' | 'closed';
  panel: boolean;
  /** Whose card is shown. */
  card: string | null;
}

/** What of this room floats over the screens; its code is loaded when it is first asked for. */
export const useWindows = create<Windows>()(() => ({ picker: 'never', panel: false, card: null }));

export function openPicker(): void {
  useWindows.setState({ picker: 'open', panel: false });
}

export function closePicker(): void {
  useWindows.setState({ picker: 'closed' });
}

export function openPanel(): void {
  useWindows.setState({ panel: true });
}

export function togglePanel(): void {
  useWindows.setState((state) => ({ panel: !state.panel }));
}

export function closePanel(): void {
  useWindows.setState({ panel: false });
}

export function openCard(username: string): void {
  useWindows.setState({ card: username, panel: false });
}

export function closeCard(): void {
  useWindows.setState({ card: null });
}
