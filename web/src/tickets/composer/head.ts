/** Who besides the customer gets a letter, and what stands above it. */
export interface MailHead {
  to: string[];
  cc: string[];
  subject: string;
}

export const NO_HEAD: MailHead = { to: [], cc: [], subject: '' };

/** No blank, one @, a dot inside the domain: what the server takes. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
}
