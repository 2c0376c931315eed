import { onEvent, onReload } from '../realtime/apply';
import { onSync, useConnection } from '../realtime/connection';
import { useSession } from '../session/store';
import { isSeenBy } from '../session/sight';
import { askQueue, resetQueue, takeBegun, takeQueue } from './queue';
import { dropChat, openLivechats, resetLivechats, setEnded, setPresence, setRead, setStatus, takeChat, useLivechats } from './store';

function ask(): void {
  // Without the answer the queue comes with the next change anyway.
  void askQueue().catch(() => undefined);
}

/** Ties the stores of this room to the socket while somebody is logged in. */
export function watchLivechat(): () => void {
  const offs = [
    onEvent('liveChatQueue', takeQueue),
    onEvent('createTicket', ({ ticket, message }) => {
      takeChat(ticket, message ?? null);
      takeBegun(ticket);
    }),
    onEvent('newMessage', ({ ticket, message }) => takeChat(ticket, message)),
    onEvent('ticketStatusChanged', ({ ticket_id, ticket }) => setStatus(ticket_id, ticket.closed)),
    onEvent('participantChanged', ({ ticket_id, participants, ticket }) => {
      // A chat that others have alone would only refuse whoever opens it.
      if (isSeenBy(useSession.getState().session, participants)) takeChat({ ...ticket, assignee: participants.join(',') }, null);
      else dropChat(ticket_id);
    }),
    onEvent('readMessage', ({ ticket_id, username }) => setRead(ticket_id, username)),
    onEvent('liveChatEnded', ({ ticket_id }) => setEnded(ticket_id)),
    onEvent('liveChatConverted', ({ ticket_id }) => dropChat(ticket_id)),
    onEvent('visitorPresence', ({ ticket_id, online, seen_at }) => setPresence(ticket_id, { online, seenAt: seen_at })),
    onEvent('ticketMerged', ({ source_id, merged, ticket }) => {
      if (merged) dropChat(source_id);
      if (!merged || ticket.id !== source_id) takeChat(ticket, null);
    }),
    onSync((tickets) => {
      for (const ticket of tickets) takeChat(ticket, null);
    }),
    onReload(() => {
      const { phase, filter } = useLivechats.getState();
      if (phase !== 'idle') void openLivechats(filter);
      ask();
    }),
    useConnection.subscribe((now, before) => {
      if (now.phase === 'live' && before.phase !== 'live') ask();
    }),
    useSession.subscribe((now) => {
      if (now.phase !== 'out') return;
      resetQueue();
      resetLivechats();
    }),
  ];
  if (useConnection.getState().phase === 'live') ask();
  return () => offs.forEach((off) => off());
}
