import { IconInboxOff, IconUserCheck } from '@tabler/icons-react';
import { register } from '../actions/registry';
import type { Action, ActionContext } from '../actions/types';
import type { RoutingOffer } from '../api/types';
import { acceptOffer, declineOffer } from './answer';
import { subjectOf } from './model';
import { useOffers } from './store';
import './texts';

/** The offer on top, until it is answered: a second press is not meant for the offer below. */
function top(): RoutingOffer | undefined {
  const { offers, pending } = useOffers.getState();
  const [first] = offers;
  return first === undefined || pending.includes(subjectOf(first)) ? undefined : first;
}

const base = { scope: 'everywhere', many: false, available: ({ desk }: ActionContext) => desk !== null && top() !== undefined } as const;

/** What is done with the offer on top. Its keys act while somebody types, since offers come at any moment and do not wait. */
const ACTIONS: readonly Action[] = [
  {
    ...base,
    id: 'offer.accept',
    label: 'offers:accept_offer',
    keys: ['Alt+y'],
    typing: true,
    icon: IconUserCheck,
    run: ({ desk }) => {
      const offer = top();
      if (desk !== null && offer !== undefined) void acceptOffer(offer, desk.navigate);
    },
  },
  {
    ...base,
    id: 'offer.decline',
    label: 'offers:decline_offer',
    keys: ['Alt+Shift+y'],
    typing: true,
    icon: IconInboxOff,
    run: () => {
      const offer = top();
      if (offer !== undefined) void declineOffer(offer);
    },
  },
];

register(ACTIONS);
