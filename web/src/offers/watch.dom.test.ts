import { beforeEach, expect, it, vi } from 'vitest';
import { anOffer, aVisitOffer } from '../../tests/offers';
import { serve } from '../../tests/server';
import { lineIsBack } from '../api/line';
import type { RoutingOffer } from '../api/types';
import { applyEvent, applyReload } from '../realtime/apply';
import { useSession } from '../session/store';
import * as toast from '../ui/toast';
import { subjectOf } from './model';
import { resetOffers, useOffers } from './store';
import { watchOffers } from './watch';

const heard: string[] = [];
const takenBack: string[] = [];
const notice = vi.spyOn(toast, 'toastNotice').mockReturnValue(undefined);

watchOffers((offer) => {
  heard.push(subjectOf(offer));
  return () => void takenBack.push(subjectOf(offer));
});

const shown = () => useOffers.getState().offers.map(subjectOf);
const settle = () => new Promise((done) => setTimeout(done));

/** The core with these offers, asked as after a sign-in or a reconnect. */
async function connect(offers: RoutingOffer[]) {
  const { asked } = serve({ 'GET /api/routing/offers': { body: offers } });
  lineIsBack();
  await vi.waitFor(() => expect(shown()).toHaveLength(offers.length));
  await settle();
  return asked;
}

beforeEach(async () => {
  useSession.setState({ phase: 'in' });
  resetOffers();
  await settle();
  heard.length = 0;
  takenBack.length = 0;
  notice.mockClear();
});

it('reads what is offered with each connection, what ends first on top, and tells each offer once', async () => {
  const late = anOffer({ ticket_id: 1, offer_until: Date.now() + 50_000 });
  const soon = anOffer({ ticket_id: 2, offer_until: Date.now() + 20_000 });
  expect(await connect([late, soon])).toHaveLength(1);
  expect(shown()).toEqual(['ticket-2', 'ticket-1']);
  await connect([late, soon]);
  expect(heard).toEqual(['ticket-2', 'ticket-1']);
  expect(await connect([late])).toHaveLength(1);
  expect([shown(), takenBack]).toEqual([['ticket-1'], ['ticket-2']]);
});

it('reads anew when too much was missed', async () => {
  const { asked } = serve({ 'GET /api/routing/offers': { body: [anOffer({ ticket_id: 4 })] } });
  applyReload();
  await vi.waitFor(() => expect(shown()).toEqual(['ticket-4']));
  expect(asked).toHaveLength(1);
});

it('keeps what is offered when it cannot be read', async () => {
  applyEvent('routingOffered', anOffer({ ticket_id: 4 }));
  const { asked } = serve({ 'GET /api/routing/offers': { status: 503, body: {} } });
  lineIsBack();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await settle();
  expect(shown()).toEqual(['ticket-4']);
});

it('follows events: an offer comes, is made again, and ends', async () => {
  const first = anOffer({ ticket_id: 5, offered_at: 1 });
  applyEvent('routingOffered', first);
  await settle();
  expect([shown(), useOffers.getState().newest]).toEqual([['ticket-5'], first]);
  applyEvent('routingOffered', { ...first, offered_at: 2 });
  await settle();
  expect([heard, takenBack]).toEqual([['ticket-5', 'ticket-5'], ['ticket-5']]);
  applyEvent('routingOfferEnded', { session_id: null, ticket_id: 5, outcome: 'accepted' });
  await settle();
  expect([shown(), useOffers.getState().newest, takenBack]).toEqual([[], null, ['ticket-5', 'ticket-5']]);
  expect(notice).not.toHaveBeenCalled();
});

it.each([
  ['timed_out', 'The offer of #1001 timed out.'],
  ['rescinded', 'The offer of #1001 was withdrawn.'],
] as const)('says why a card leaves when it is %s', async (outcome, words) => {
  applyEvent('routingOffered', anOffer({ ticket_id: 6 }));
  await settle();
  applyEvent('routingOfferEnded', { session_id: null, ticket_id: 6, outcome });
  await vi.waitFor(() => expect(notice).toHaveBeenCalledWith(words));
});

it('follows the offer of a visitor, and tells it from that of a ticket with the same number', async () => {
  applyEvent('routingOffered', anOffer({ ticket_id: 7 }));
  applyEvent('routingOffered', aVisitOffer({ session_id: 7, offer_until: Date.now() + 90_000 }));
  await settle();
  expect([shown(), heard]).toEqual([['ticket-7', 'visit-7'], ['ticket-7', 'visit-7']]);
  applyEvent('routingOfferEnded', { session_id: 7, ticket_id: null, outcome: 'rescinded' });
  await vi.waitFor(() => expect(notice).toHaveBeenCalledWith('The offer of the live chat with Vera was withdrawn.'));
  expect([shown(), takenBack]).toEqual([['ticket-7'], ['visit-7']]);
});

it('tells nobody of an offer that has ended by the time a replay is over', async () => {
  applyEvent('routingOffered', anOffer({ ticket_id: 7 }));
  applyEvent('routingOfferEnded', { session_id: null, ticket_id: 7, outcome: 'timed_out' });
  await settle();
  expect([heard, notice.mock.calls]).toEqual([[], []]);
});

it('believes an event more than an answer that was asked for before it', async () => {
  let answer: (offers: RoutingOffer[]) => void = () => undefined;
  serve({ 'GET /api/routing/offers': () => new Promise((done) => (answer = (body) => done({ body }))) });
  lineIsBack();
  applyEvent('routingOfferEnded', { session_id: null, ticket_id: 1, outcome: 'declined' });
  applyEvent('routingOffered', anOffer({ ticket_id: 3, offer_until: Date.now() + 90_000 }));
  answer([anOffer({ ticket_id: 1 }), anOffer({ ticket_id: 2 })]);
  await vi.waitFor(() => expect(shown()).toEqual(['ticket-2', 'ticket-3']));
});

it('ends with the session, and an answer that comes later counts no more', async () => {
  let answer: (offers: RoutingOffer[]) => void = () => undefined;
  applyEvent('routingOffered', anOffer({ ticket_id: 8 }));
  await settle();
  serve({ 'GET /api/routing/offers': () => new Promise((done) => (answer = (body) => done({ body }))) });
  lineIsBack();
  useSession.setState({ phase: 'out', session: null });
  answer([anOffer({ ticket_id: 9 })]);
  await settle();
  expect([shown(), takenBack]).toEqual([[], ['ticket-8']]);
});
