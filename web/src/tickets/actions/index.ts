import '../list/texts';
import { lendContext } from '../../actions/engine';
import { register } from '../../actions/registry';
import { withMessage } from './atHand';
import { LIST_ACTIONS } from './list';
import { MESSAGE_ACTIONS } from './message';
import { TICKET_ACTIONS } from './ticket';

export { ManyItems, MessageItems, TicketItems } from './Items';

register([...MESSAGE_ACTIONS, ...TICKET_ACTIONS, ...LIST_ACTIONS]);
lendContext(withMessage);
