import { partsOf } from '../../api/json';
import type { Message, TicketInfo } from '../../api/types';
import { addressesOf, isAddress } from './head';

/**
 * Whom an answer goes to besides the customer: what the channel tells of the customer's newest mail in
 * `reply-cc`, which knows the desk's own addresses.
 */
export function otherRecipients(info: Pick<TicketInfo, 'email'>, messages: readonly Message[]): string[] {
  // What a program wrote was sent to the desk, whoever the conversation is with.
  const newest = messages.findLast(({ direction, deleted, extras }) => direction === 'in' && deleted !== true && !partsOf(extras)['automatic']);
  const told = partsOf(newest?.extras)['reply-cc'];
  if (typeof told !== 'string') return [];
  return addressesOf(told).filter((one) => isAddress(one) && one.toLowerCase() !== info.email.toLowerCase());
}
