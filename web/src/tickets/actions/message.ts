import { IconArrowsSplit2, IconCopy, IconCornerUpLeft, IconMailForward, IconMoodPlus, IconNote, IconPencil, IconPin, IconRoute, IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Action, ActionContext, MessageContext } from '../../actions/types';
import type { Message } from '../../api/types';
import { useSession } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { openProblem } from '../../ui/openProblem';
import { toastError, toastSuccess } from '../../ui/toast';
import { removeMessage, setPinned } from '../message/edits';
import { askOnward } from '../onward/onward';
import { say } from '../texts';

/** What is already with the customer can be changed there, where the channel has that. */
function isOut(message: Message): boolean {
  return message.direction === 'out' && (message.state === 'sent' || message.state === 'delivered' || message.state === 'read');
}

const isNote = ({ message }: MessageContext) => message.direction === 'note';

/** What was said with the customer can be answered, forwarded or split off; a note stays where it is. */
const isSaid = (one: MessageContext) => !isNote(one);

function isRemovable({ message }: MessageContext): boolean {
  const me = useSession.getState().session;
  const mine = (message.direction === 'out' || message.direction === 'note') && message.sender === me?.username;
  const onItsWay = message.state === 'queued' || message.state === 'sending';
  return (mine || me?.isAdmin === true) && !onItsWay;
}

const everywhere = ({ message, rules }: MessageContext) => isOut(message) && rules.delete;

/** What deleting is called, asked and explained. */
function removal(one: MessageContext): { label: string; title: string; text: string } {
  if (isNote(one)) return { label: say('note.delete'), title: say('note.delete_title'), text: say('note.delete_text') };
  if (!everywhere(one)) return { label: say('delete.here'), title: say('delete.title'), text: say('delete.text') };
  return { label: i18next.t('message.delete'), title: i18next.t('message.delete_title'), text: i18next.t('message.delete_text') };
}

function remove(one: MessageContext): void {
  const { label, title, text } = removal(one);
  openDialog({
    title,
    text,
    confirm: {
      label,
      danger: true,
      run: () => void removeMessage(one.message).catch(openProblem),
    },
  });
}

type Definition = Omit<Action, 'scope' | 'many' | 'available' | 'run' | 'named'> & {
  when?: (one: MessageContext) => boolean;
  does: (one: MessageContext) => void;
  called?: (one: MessageContext) => string;
};

function onMessage({ when, does, called, ...rest }: Definition): Action {
  return {
    ...rest,
    scope: 'message',
    many: false,
    ...(called === undefined ? {} : { named: ({ message }: ActionContext) => (message === null ? i18next.t(rest.label) : called(message)) }),
    available: ({ message }) => message !== null && (when?.(message) ?? true),
    run: ({ message }) => {
      if (message !== null) does(message);
    },
  };
}

/** What is done with one message, in the order of its menu. */
export const MESSAGE_ACTIONS: readonly Action[] = [
  onMessage({
    id: 'message.reply',
    label: 'translation:message.reply',
    keys: ['Shift+r'],
    icon: IconCornerUpLeft,
    when: isSaid,
    does: ({ message, sender, quote }) => quote({ id: message.id, sender, message: message.message.slice(0, 240) }),
  }),
  onMessage({
    id: 'message.copy',
    label: 'translation:message.copy',
    keys: ['Shift+c'],
    icon: IconCopy,
    // Browsers lend the clipboard to secure pages only.
    when: () => window.isSecureContext,
    does: ({ message }) => void navigator.clipboard.writeText(message.message).then(() => toastSuccess(i18next.t('actions:message.copied'))),
  }),
  onMessage({
    id: 'message.forward',
    label: 'tickets:forward.menu',
    keys: ['Shift+f'],
    icon: IconMailForward,
    when: isSaid,
    does: ({ message }) => askOnward({ act: 'forward', ticketId: message.ticket_id, message }),
  }),
  onMessage({
    id: 'message.split',
    label: 'tickets:split.menu',
    keys: ['Shift+x'],
    icon: IconArrowsSplit2,
    when: isSaid,
    does: ({ message }) => askOnward({ act: 'split', ticketId: message.ticket_id, message }),
  }),
  onMessage({ id: 'message.note', label: 'tickets:note.add', keys: ['Shift+w'], icon: IconNote, when: isSaid, does: ({ note }) => note() }),
  onMessage({
    id: 'message.pin',
    label: 'tickets:pin.add',
    called: ({ message }) => say(message.pinned === true ? 'pin.remove' : 'pin.add'),
    keys: ['Shift+p'],
    icon: IconPin,
    does: ({ message }) => void setPinned(message, message.pinned !== true).catch(() => toastError(say('pin.failed'))),
  }),
  onMessage({
    id: 'message.edit',
    label: 'translation:message.edit',
    keys: ['Shift+e'],
    icon: IconPencil,
    when: ({ message, rules }) => isOut(message) && rules.edit && message.message !== '',
    does: ({ edit }) => edit(),
  }),
  onMessage({
    id: 'message.trace',
    label: 'translation:message.trace',
    keys: ['Shift+t'],
    icon: IconRoute,
    // Only for people who may look into the machinery.
    when: (one) => isSaid(one) && one.trace !== undefined,
    does: ({ message, trace }) => trace?.(message),
  }),
  onMessage({ id: 'message.react', label: 'translation:reaction.add', keys: [':'], icon: IconMoodPlus, when: isSaid, does: ({ react }) => react() }),
  onMessage({
    id: 'message.delete',
    label: 'tickets:delete.here',
    called: (one) => removal(one).label,
    keys: ['#'],
    icon: IconTrash,
    danger: true,
    when: isRemovable,
    does: remove,
  }),
];

/** Those of its menu. */
export const MESSAGE_MENU: readonly string[] = MESSAGE_ACTIONS.flatMap(({ id }) =>
  // What helpers make of a message stands behind its notes.
  id === 'message.react' ? [] : id === 'message.note' ? [id, 'message.suggest', 'message.tells'] : [id],
);
