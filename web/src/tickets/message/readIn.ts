import { createContext } from 'react';

/** What the customer's messages are shown in; empty for as they were written. */
export const ReadIn = createContext('');
