import type { Message, TicketInfo } from '../../api/types';
import { otherRecipients } from './recipients';

/** Who besides the customer gets a letter, and what stands above it. */
export interface MailHead {
  to: string[];
  cc: string[];
  subject: string;
  /** Somebody changed it, so that it stays as it is, also when it is empty. */
  edited?: boolean;
}

export const NO_HEAD: MailHead = { to: [], cc: [], subject: '' };

/** Nobody wrote anything into it, and nobody cleared it. */
export function isBareHead({ to, cc, subject, edited }: MailHead): boolean {
  return to.length === 0 && cc.length === 0 && subject === '' && edited !== true;
}

/** The head that an answer gets: what somebody wrote, else everybody whom the customer wrote to. */
export function headFor(head: MailHead, info: Pick<TicketInfo, 'email'>, messages: readonly Message[]): MailHead {
  return isBareHead(head) ? { ...head, cc: otherRecipients(info, messages) } : head;
}

/** No blank, one @, a dot inside the domain: what the server takes. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
}
