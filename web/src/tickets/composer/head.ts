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

/** What the server takes: no blank, one @, a dot inside the domain; before the @ there may be something in quotation marks. */
export function isAddress(text: string): boolean {
  return /^(?:"(?:[^"\\\p{Cc}]|\\\P{Cc})+"|[^\s@"<>()[\],;:\\]+)@[^\s@."<>()[\],;:\\]+(?:\.[^\s@."<>()[\],;:\\]+)+$/u.test(text);
}

/** The addresses of a list; a comma between quotation marks divides nothing. */
export function addressesOf(list: string): string[] {
  const parts: string[] = list.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/g) ?? [];
  return parts.map((one) => one.trim()).filter((one) => one !== '');
}
