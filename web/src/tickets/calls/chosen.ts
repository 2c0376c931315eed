import { create } from 'zustand';

/** The number of the ticket whose call somebody went to from the panel; while it rings it counts before whichever else goes on. */
export const useChosenCall = create<{ number: string | null }>()(() => ({ number: null }));
