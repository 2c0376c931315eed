import { keep } from '../api/keep';

const KEY = 'patchbay.last_ticket';

/** Remembers the address of the ticket that was opened last, in this browser. */
export function rememberTicket(path: string): void {
  keep(KEY, path);
}

export function lastTicket(): string | null {
  return localStorage.getItem(KEY);
}
