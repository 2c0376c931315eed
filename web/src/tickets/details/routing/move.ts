import i18next from 'i18next';
import { openPicker } from '../../../actions/picker';
import { api } from '../../../api/client';
import type { TicketInfo } from '../../../api/types';
import { toastSuccess } from '../../../ui/toast';
import { told } from '../../acts';
import { useRoutingQueues } from './queues';
import { say } from './texts';

type Movable = Pick<TicketInfo, 'id' | 'ticket_number' | 'closed' | 'livechat' | 'merged_into'>;

const OPEN = 0;

/** The queues that take in tickets; visitors of live chat wait in others before they have one. */
function ticketQueues() {
  return useRoutingQueues.getState().queues.filter((queue) => queue.work === 'tickets');
}

/** Whether a ticket can be in a queue, and the desk has one. */
export function canMove({ closed, livechat, merged_into }: Movable): boolean {
  return ticketQueues().length > 0 && closed === OPEN && !livechat && merged_into == null;
}

/** Puts a ticket into a queue, or with null into none. Only the server knows who takes part in it then. */
async function moveToQueue({ id, ticket_number }: Movable, queueId: number | null): Promise<void> {
  const routing = await told(id, say('move.failed'), api.put('/api/tickets/{id}/queue', { path: { id }, json: { queue_id: queueId } }));
  if (routing === null) return;
  toastSuccess(routing.queue === '' ? say('move.out', { number: ticket_number }) : say('move.done', { number: ticket_number, queue: routing.queue }));
}

/** Asks into which queue a ticket is to go. */
export function askQueue(ticket: Movable): void {
  openPicker({
    title: say('move.title'),
    empty: i18next.t('actions:picker.nothing'),
    load: async () => {
      const { queue_id: own } = await api.get('/api/tickets/{id}/routing', { path: { id: ticket.id } });
      const enabled = ticketQueues().filter((queue) => queue.enabled);
      return [...enabled, { id: null, name: say('move.none') }].map(({ id, name }) => ({
        id: String(id ?? 'none'),
        label: name,
        checked: id === own,
        run: () => {
          if (id !== own) void moveToQueue(ticket, id);
        },
      }));
    },
  });
}
