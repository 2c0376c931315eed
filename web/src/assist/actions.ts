import { IconBulb, IconSparkles, IconTextPlus } from '@tabler/icons-react';
import i18next from 'i18next';
import { register } from '../actions/registry';
import type { Action, ActionContext } from '../actions/types';
import { useSlots } from '../ui/slots';
import { toastNotice } from '../ui/toast';
import { Below } from './insight/Below';
import { toggleTells } from './insight/store';
import { isAsked, newestAsked } from './model';
import { Above } from './suggestion/Above';
import { CARD_ID } from './suggestion/cardId';
import { canTake, suggestFor, suggestionOf, takeSuggestion } from './suggestion/store';

/** The message at hand, where a customer wrote it and it says something. */
const askedAtHand = ({ message }: ActionContext) => (message !== null && isAsked(message.message) ? message.message : null);

function suggest({ ticket }: ActionContext): void {
  if (ticket === null) return;
  const message = newestAsked(ticket.messages);
  if (message === null) {
    toastNotice(i18next.t('actions:assist.nothing_asked'));
    return;
  }
  // Whoever asks twice wants to go there.
  if (suggestionOf(ticket.info.id)?.messageId === message.id) document.getElementById(CARD_ID)?.focus();
  suggestFor(ticket.info.id, message, true);
}

/** What helpers are asked in a conversation. */
const ACTIONS: readonly Action[] = [
  {
    id: 'assist.suggest',
    label: 'tickets:suggest',
    scope: 'ticket',
    many: false,
    keys: ['Alt+j'],
    typing: true,
    icon: IconSparkles,
    available: ({ ticket }) => ticket?.insert !== undefined,
    run: suggest,
  },
  {
    id: 'assist.take',
    label: 'actions:assist.take',
    scope: 'ticket',
    many: false,
    keys: ['Alt+Shift+j'],
    typing: true,
    icon: IconTextPlus,
    available: ({ ticket }) => ticket !== null && canTake(suggestionOf(ticket.info.id)),
    run: takeSuggestion,
  },
  {
    id: 'message.suggest',
    label: 'actions:message.suggest',
    scope: 'message',
    many: false,
    keys: ['Alt+l'],
    icon: IconSparkles,
    available: (context) => context.ticket?.insert !== undefined && askedAtHand(context) !== null,
    run: (context) => {
      const message = askedAtHand(context);
      if (context.ticket !== null && message !== null) suggestFor(context.ticket.info.id, message);
    },
  },
  {
    id: 'message.tells',
    label: 'actions:message.tells',
    scope: 'message',
    many: false,
    keys: ['Shift+l'],
    icon: IconBulb,
    available: (context) => askedAtHand(context) !== null,
    run: (context) => {
      const message = askedAtHand(context);
      if (message !== null) toggleTells(message);
    },
  },
];

register(ACTIONS);
useSlots.setState({ aboveComposer: Above, belowMessage: Below });
