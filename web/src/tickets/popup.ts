import type { Ticket } from '../api/types';
import { toastNotice } from '../ui/toast';
import { addressNow } from './address';
import { say } from './texts';

const FEATURES = 'popup,width=560,height=760';

/**
 * Opens a ticket in a window of its own. The window carries the ticket's name, so that opening the
 * ticket again, even after this page was loaded anew, finds the one that is there.
 */
export function openPopup(number: string | number, address = `/ticket/${encodeURIComponent(number)}`): void {
  const name = `patchbay-ticket-${number}`;
  const popup = window.open('', name, FEATURES);
  if (popup === null) return;
  if (popup.location.href === 'about:blank') popup.location.replace(`/popup${address}`);
  popup.focus();
}

/** The same from a list. What is encrypted needs the keys of the window it was opened in. */
export function openTicketPopup(ticket: Pick<Ticket, 'ticket_number' | 'channel' | 'encryption'>, address = addressNow(ticket)): void {
  const { ticket_number, encryption } = ticket;
  if (encryption) toastNotice(say('popup_encrypted', { number: ticket_number }));
  else openPopup(ticket_number, address);
}
