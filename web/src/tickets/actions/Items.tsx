import { ActionItems } from '../../actions/ActionItems';
import { contextNow } from '../../actions/live';
import type { MessageContext, TicketContext } from '../../actions/types';
import type { TicketInfo } from '../../api/types';
import { MESSAGE_MENU } from './message';
import { MANY_MENU, TICKET_MENU } from './ticket';

const nothing = () => undefined;

/** A ticket that is shown somewhere else than in its conversation. */
function apart(info: TicketInfo): TicketContext {
  return { info, messages: [], setStatus: nothing, reply: nothing, note: nothing, quote: nothing, send: nothing, toggleDetails: nothing, trace: undefined, back: null, go: nothing };
}

/** The menu of one ticket, whatever is chosen in the list. */
export function TicketItems({ info }: { info: TicketInfo }) {
  const now = contextNow();
  const ticket = now.ticket?.info.id === info.id ? { ...now.ticket, info } : apart(info);
  return <ActionItems groups={TICKET_MENU} context={{ ...now, one: true, ticket }} />;
}

/** The menu of one message. */
export function MessageItems({ message }: { message: MessageContext }) {
  return <ActionItems groups={[MESSAGE_MENU]} context={{ ...contextNow(), message }} />;
}

/** What is done with all chosen tickets beside what the bar itself offers. */
export function ManyItems() {
  return <ActionItems groups={[MANY_MENU]} context={contextNow()} />;
}
