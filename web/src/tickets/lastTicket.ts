const KEY = 'patchbay.last_ticket';

/** Remembers the address of the ticket that was opened last, in this browser. */
export function rememberTicket(path: string): void {
  localStorage.setItem(KEY, path);
}

export function lastTicket(): string | null {
  return localStorage.getItem(KEY);
}
