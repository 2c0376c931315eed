import { abilitiesNow } from '../session/abilities';
import type { Action, Scope } from './types';

/** Where nothing of the desk's is changed: places, one's own settings and how the desk looks. */
const OWN: readonly Scope[] = ['go', 'settings', 'tune'];

/** What changes nothing but what is one's own. An action that is not listed is closed until somebody opens it. */
const READS: ReadonlySet<string> = new Set([
  'desk.palette', 'desk.search', 'desk.keys', 'desk.undo', 'desk.settings', 'desk.notices', 'desk.status', 'desk.online',
  'desk.connection', 'desk.about', 'desk.upgrade', 'desk.log_out',
  'list.next', 'list.previous', 'list.open', 'list.window', 'list.read',
  'ticket.next', 'ticket.previous', 'ticket.next_unread', 'ticket.back', 'ticket.details', 'ticket.contact',
  'message.next', 'message.previous', 'message.copy', 'message.trace',
  'contact.next', 'contact.previous', 'contact.find',
  'knowledge.next', 'knowledge.previous', 'knowledge.find',
]);

/** What light agents do besides: notes, what is put into them, and asking a helper what a message tells. */
const NOTES: ReadonlySet<string> = new Set(['message.tells', 'ticket.note', 'ticket.send', 'message.note', 'knowledge.panel', 'knowledge.insert_text', 'knowledge.insert_link']);

/** A place in the menu of none of them that takes something in all the same. */
const CLOSED = 'go.upload';

/** Whether the role of whoever is logged in has this action at all. */
export function isLet({ id, scope }: Pick<Action, 'id' | 'scope'>): boolean {
  const { answers, notes } = abilitiesNow();
  if (answers) return true;
  return (OWN.includes(scope) && id !== CLOSED) || READS.has(id) || (notes && NOTES.has(id));
}
