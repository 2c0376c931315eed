import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { withKeys } from '../../tests/keys';
import { anOffer, aVisitOffer } from '../../tests/offers';
import { serve } from '../../tests/server';
import { useScope } from '../actions/live';
import { actionOf } from '../actions/registry';
import './actions';
import { resetOffers, setOffers, useOffers } from './store';
import { lendExpectVisitor } from './visitors';

const navigate = vi.fn();
let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);
withKeys();

function Desk() {
  useScope('desk', { navigate, setScheme: () => undefined, places: [] });
  return <textarea aria-label="Reply" />;
}

beforeEach(() => {
  navigate.mockClear();
  const later = Date.now() + 300_000;
  act(() => setOffers([anOffer({ ticket_id: 1, offer_until: later }), anOffer({ ticket_id: 2, ticket_number: 1002 })]));
});

/** Long enough for a card to have been seen. */
const seen = () => void (now += 320);
const pressY = (shiftKey: boolean) => fireEvent.keyDown(screen.getByRole('textbox', { name: 'Reply' }), { key: shiftKey ? 'Y' : 'y', code: 'KeyY', altKey: true, shiftKey });

it.each([
  ['accepts', false, 'POST /api/routing/offers/2/accept', { result: 'success', data: 1002 }, [['/ticket/1002']]],
  ['declines', true, 'POST /api/routing/offers/2/decline', { result: 'success' }, []],
] as const)('%s what ends first by a key, also while somebody types, and one press answers one offer', async (_what, shiftKey, call, body, opened) => {
  const { asked } = serve({ [call]: { body } });
  draw(<Desk />);
  seen();
  pressY(shiftKey);
  pressY(shiftKey);
  await waitFor(() => expect(useOffers.getState().offers.map(({ ticket_id }) => ticket_id)).toEqual([1]));
  // The next card has only just come up.
  pressY(shiftKey);
  await waitFor(() => expect(useOffers.getState().pending).toEqual([]));
  expect([asked.map(({ key }) => key), navigate.mock.calls]).toEqual([[call], opened]);
});

it.each([
  ['accepts', false, 'POST /api/routing/offers/visits/7/accept', ['7']],
  ['declines', true, 'POST /api/routing/offers/visits/7/decline', []],
] as const)('%s a visitor by the same keys', async (_what, shiftKey, call, expected) => {
  const led: string[] = [];
  lendExpectVisitor(({ session }) => {
    led.push(session);
    return Promise.resolve(() => undefined);
  });
  const { asked } = serve({ [call]: { body: { result: 'success' } } });
  draw(<Desk />);
  act(() => setOffers([aVisitOffer()]));
  seen();
  pressY(shiftKey);
  pressY(shiftKey);
  await waitFor(() => expect(useOffers.getState().offers).toEqual([]));
  expect([asked.map(({ key }) => key), navigate.mock.calls, led]).toEqual([[call], [], expected]);
});

it('offers nothing where nothing is offered', () => {
  draw(<Desk />);
  act(() => resetOffers());
  const context = { one: false, desk: { navigate, setScheme: () => undefined, places: [] }, list: null, ticket: null, message: null, chats: null, chat: null, contacts: null, contact: null, knowledge: null, article: null, reading: null };
  expect(['offer.accept', 'offer.decline'].map((id) => actionOf(id)?.available(context))).toEqual([false, false]);
});
