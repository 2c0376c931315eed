import { create } from 'zustand';

/** Whose profile is on screen; its code is loaded when it is first asked for. */
export const useProfile = create<{ contact: number | null }>()(() => ({ contact: null }));

export function openProfile(contact: number): void {
  useProfile.setState({ contact });
}

export function closeProfile(): void {
  useProfile.setState({ contact: null });
}

type OpenCard = (username: string) => void;

/** What shows a colleague's card; null in frames that have no place for it. */
export const useColleagueCard = create<{ open: OpenCard | null }>()(() => ({ open: null }));

/** For as long as a frame that can show cards is on screen; the answer ends it. */
export function offerCards(open: OpenCard): () => void {
  useColleagueCard.setState({ open });
  return () => useColleagueCard.setState({ open: null });
}
