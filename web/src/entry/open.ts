import { create } from 'zustand';

/** The window in which an agent enters a ticket; its code is loaded when it is first asked for. */
export const useEntry = create<{ window: 'never' | 'open' | 'closed'; held: boolean }>()(() => ({ window: 'never', held: false }));

export function openEntry(): void {
  useEntry.setState({ window: 'open' });
}

/** While a ticket is on its way nobody can tell what closing would mean. */
export function holdEntry(held: boolean): void {
  useEntry.setState({ held });
}

export function closeEntry(): void {
  useEntry.setState({ window: 'closed' });
}
