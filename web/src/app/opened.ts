import { create } from 'zustand';

/** What is open on screen, as the title of the document says it. */
export const useOpenedName = create<{ name: string }>()(() => ({ name: '' }));
