import { create } from 'zustand';

/** Whose profile is on screen; its code is loaded when it is first asked for. */
export const useProfile = create<{ contact: number | null }>()(() => ({ contact: null }));

export function openProfile(contact: number): void {
  useProfile.setState({ contact });
}

export function closeProfile(): void {
  useProfile.setState({ contact: null });
}
