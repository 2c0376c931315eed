import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useOffers } from '../offers/store';
import { lendExpectVisitor, type ExpectVisitor } from '../offers/visitors';
import { onEvent } from '../realtime/apply';
import { useView } from '../ui/useView';
import { lazyPart } from './lazyScreen';
import { paths } from './paths';

// Not among the parts that are fetched a little after the start: most desks offer nothing, and whoever is offered something has a line.
const Offers = lazyPart(async () => (await import('../offers/Offers')).Offers);

/** Who accepts an offered visitor is led to the chat like who takes one from the list. */
const expectVisitor: ExpectVisitor = async (visitor) => (await import('../livechat/queue')).expectVisitor(visitor);

/** Visitors who are given without asking are told of. What was going on stays on screen: the way to them is a link. */
function useGivenChats(): void {
  const navigate = useNavigate();
  const path = useView()(paths.livechat);
  useEffect(
    () =>
      onEvent('liveChatGiven', (chat) => {
        void import('./tellOffer').then(({ tellGiven }) => tellGiven(chat, { path, open: () => void navigate(path) })).catch(() => undefined);
      }),
    [navigate, path],
  );
}

/** A supervisor acts on a chat of this person: what is told names the chat, and leads there. */
function useSupervisedChats(): void {
  const navigate = useNavigate();
  const view = useView();
  useEffect(
    () =>
      onEvent('chatSupervised', (told) => {
        const path = view(paths.livechatOne(String(told.ticket_number)));
        void import('./tellSupervised').then(({ tellSupervised }) => tellSupervised(told, { path, open: () => void navigate(path) })).catch(() => undefined);
      }),
    [navigate, view],
  );
}

/** Where offers show; their code comes with the first one. */
export function OffersPlace() {
  const isNeeded = useOffers((state) => state.offers.length > 0);
  useEffect(() => lendExpectVisitor(expectVisitor), []);
  useGivenChats();
  useSupervisedChats();
  return isNeeded ? <Offers /> : null;
}
