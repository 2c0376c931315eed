import { createContext } from 'react';

/** Whose ticket the messages belong to, for what leads to that person. */
export const Customer = createContext<{ ticket: number; contact: number | null } | null>(null);
