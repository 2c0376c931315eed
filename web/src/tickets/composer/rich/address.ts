/** What a link in a reply may lead to. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(address.trim());
}

/** The address that somebody means who types it without its beginning; null for what is none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (isSafeAddress(text)) return text;
  if (text === '' || /\s/.test(text) || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return null;
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^/]+\.[^/.]{2,}/.test(text) ? `https://${text}` : null;
}

/** As the address is shown. */
export const shownAddress = (href: string): string => href.replace(/^mailto:|^tel:/i, '');
