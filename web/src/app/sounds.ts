import type { Message, Ticket } from '../api/types';
import { useQueue } from '../livechat/queue';
import { playSound } from '../notifications/sound';
import { onEvent } from '../realtime/apply';
import { useSession } from '../session/store';
import { assigneesOf } from '../tickets/model';
import { isBeingRead } from '../tickets/read';

/** Of what comes in a row, and of what is replayed after an absence, nobody needs to hear each. */
const PAUSE_MS = 2_000;
const NEWS_MS = 60_000;

let heard = 0;

/** Two tones, unless some were heard just now. */
export function sound(): void {
  const now = Date.now();
  if (now - heard < PAUSE_MS) return;
  heard = now;
  void playSound().catch(() => undefined);
}

/** A customer wrote in what this person takes part in and is not looking at. */
function isForMe(ticket: Ticket, message: Message): boolean {
  const me = useSession.getState().session?.username ?? '';
  return message.direction === 'in' && assigneesOf(ticket).includes(me) && !isBeingRead(ticket.id) && Date.now() - message.ts * 1000 < NEWS_MS;
}

function isGrave(ticket: Ticket | undefined): ticket is Ticket {
  return ticket?.severity === 'H' && useSession.getState().session?.isAdmin === false;
}

function tell(ticket: Ticket): void {
  void import('./severityAlert').then(({ alertSeverity }) => alertSeverity(ticket)).catch(() => undefined);
}

/** What is heard and shown of tickets wherever one is in the workspace. Called once, before any screen. */
export function watchSounds(): void {
  onEvent('newMessage', ({ ticket, message }) => {
    if (isForMe(ticket, message)) sound();
  });
  onEvent('createTicket', ({ ticket }) => {
    if (isGrave(ticket)) tell(ticket);
  });
  onEvent('ticketSeverityChanged', ({ ticket, by }) => {
    if (by !== useSession.getState().session?.username && isGrave(ticket)) tell(ticket);
  });
  useQueue.subscribe((now, before) => {
    if (now.expected.length > before.expected.length) sound();
  });
}

/** For tests. */
export function resetSounds(): void {
  heard = 0;
}
