/** Keeps a choice in this browser. Where its storage is full or shut, the choice lasts as long as the page. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nobody is kept from working by what would only have been convenient.
  }
}
