import type { Message, TicketInfo } from '../../api/types';
import { isAddress } from './head';

function peopleOf({ extras }: Message): string[] {
  const told = [extras?.['to'], extras?.['cc']].map((one) => (typeof one === 'string' ? one : ''));
  return told
    .join()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The same mailbox takes what has a signed part behind a plus. */
const plain = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, '@');

/**
 * Whom else the customer's newest mail went to, as RFC 5322 §3.6.3 has an answer to everybody. The
 * desk's own address is known where the account is called by it, or a mail went to one address alone;
 * the desk in its own Cc would get each answer as a new mail.
 */
export function otherRecipients(info: Pick<TicketInfo, 'email' | 'channel_name'>, messages: readonly Message[]): string[] {
  // What a program wrote was sent to the desk, whoever the conversation is with.
  const mails = messages.filter(({ direction, deleted, extras }) => direction === 'in' && deleted !== true && !extras?.['automatic']);
  const newest = mails.at(-1);
  if (newest === undefined) return [];
  const alone = mails.map(peopleOf).flatMap((all) => (all.length === 1 ? all : []));
  const own = new Set([info.channel_name, ...alone].map(plain));
  const seen = new Set([info.email.toLowerCase()]);
  return peopleOf(newest).filter((one) => {
    const known = !isAddress(one) || own.has(plain(one)) || seen.has(one.toLowerCase());
    seen.add(one.toLowerCase());
    return !known;
  });
}
