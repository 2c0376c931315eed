import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawRoutes } from '../../tests/draw';
import { anOffer, aVisitOffer } from '../../tests/offers';
import { serve } from '../../tests/server';
import { useHints } from '../actions/live';
import * as toast from '../ui/toast';
import { clockText, secondsLeft, shareLeft, waitedSeconds } from './model';
import { Offers } from './Offers';
import { putOffer, resetOffers, setOffers, useOffers } from './store';
import { lendExpectVisitor } from './visitors';

const notice = vi.spyOn(toast, 'toastNotice').mockReturnValue(undefined);
const failure = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);
let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);

beforeEach(() => {
  act(() => resetOffers());
  useHints.setState({ keys: {} });
  notice.mockClear();
  failure.mockClear();
});

/** Long enough for a card to have been seen. */
const seen = () => void (now += 320);
const cards = () => screen.getAllByRole('listitem').map((card) => card.dataset['offer']);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function show(path = '/') {
  return drawRoutes([{ path: '*', element: <><textarea aria-label="Reply" /><Offers /></> }], path).router;
}

it('shows what there is to know of a ticket, announces it at once, and leaves the focus alone', () => {
  const offer = anOffer();
  useHints.setState({ keys: { 'offer.accept': 'Alt+Y', 'offer.decline': 'Alt+Shift+Y' } });
  show();
  const field = screen.getByRole('textbox', { name: 'Reply' });
  field.focus();
  act(() => {
    putOffer(offer);
    useOffers.setState({ newest: offer });
  });
  const card = within(screen.getByRole('listitem'));
  for (const words of ['Aisyah', 'Where is my parcel', '#1001 · Orders']) expect(card.getByText(words)).toBeTruthy();
  expect(card.getByRole('img', { name: 'TELEGRAM' })).toBeTruthy();
  expect(card.getByText(/^Waiting 1:\d\d$/)).toBeTruthy();
  expect(card.getByRole('timer').textContent).toMatch(/^(1:00|0:\d\d)$/);
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Ticket offered: Where is my parcel\. From Aisyah, queue Orders\. \d\d seconds to accept\. Press Alt\+Y to accept, Alt\+Shift\+Y to decline\.$/,
  );
  expect(document.activeElement).toBe(field);
});

it('counts down without reading each second out', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const offer = anOffer();
  show();
  act(() => {
    putOffer(offer);
    useOffers.setState({ newest: offer });
  });
  const timer = screen.getByRole('timer');
  const announced = screen.getByRole('alert').textContent;
  act(() => void vi.advanceTimersByTime(50_000));
  expect([timer.textContent, timer.getAttribute('aria-label'), timer.getAttribute('aria-live')]).toEqual(['0:10', '0:10 left to accept', 'off']);
  expect(timer.parentElement?.dataset['urgent']).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(announced);
  vi.useRealTimers();
});

it('accepts a ticket, opens it in the view one is in, and takes no second press meanwhile', async () => {
  const { asked } = serve({ 'POST /api/routing/offers/1/accept': { body: { result: 'success', data: 1001 } } });
  const router = show('/mobile/ticket');
  act(() => putOffer(anOffer()));
  seen();
  press('Accept #1001');
  press('Accept #1001');
  await waitFor(() => expect(router.state.location.pathname).toBe('/mobile/ticket/1001'));
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(asked.map(({ key }) => key)).toEqual(['POST /api/routing/offers/1/accept']);
});

it.each([404, 409])('says of an answer %i that the offer is over, and the card goes', async (status) => {
  serve({ 'POST /api/routing/offers/1/accept': { status, body: { error: { code: status === 409 ? 'conflict' : 'not_found', message: 'Over.' } } } });
  const router = show('/contacts');
  act(() => putOffer(anOffer()));
  seen();
  press('Accept #1001');
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(notice).toHaveBeenCalledWith('The offer of #1001 is over. It was offered to another agent or assigned.');
  expect(router.state.location.pathname).toBe('/contacts');
});

it.each([
  ['Accept #1001', 'accept', '#1001 could not be accepted. '],
  ['Decline #1001', 'decline', '#1001 could not be declined. '],
])('keeps the card when the answer does not arrive: %s', async (name, call, words) => {
  serve({ [`POST /api/routing/offers/1/${call}`]: new TypeError('No line.') });
  show();
  act(() => putOffer(anOffer()));
  seen();
  press(name);
  await waitFor(() => expect(failure).toHaveBeenCalledTimes(1));
  expect(failure.mock.calls[0]?.[0].startsWith(words)).toBe(true);
  expect(cards()).toEqual(['ticket-1']);
  expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(false);
});

describe('a visitor of live chat', () => {
  const ACCEPT = 'POST /api/routing/offers/visits/7/accept';
  /** What the live chats were told of. */
  let told: string[] = [];

  beforeEach(() => {
    told = [];
    lendExpectVisitor(({ session, name }) => {
      told.push(`expect ${session} ${name}`);
      return Promise.resolve(() => void told.push(`forget ${session}`));
    });
  });

  it('shows who waits with what, and is announced as a live chat', () => {
    const offer = aVisitOffer();
    show();
    act(() => {
      putOffer(offer);
      useOffers.setState({ newest: offer });
    });
    const card = within(screen.getByRole('listitem'));
    for (const words of ['Vera', 'Do you ship to Kuching?', 'Live chat · Chats']) expect(card.getByText(words, { selector: 'strong, p, small' })).toBeTruthy();
    expect(card.getByText(/^Waiting 1:\d\d$/)).toBeTruthy();
    expect(card.getByRole('timer')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Offered live chats' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(/^Live chat offered: Do you ship to Kuching\?\. From Vera, queue Chats\. \d\d seconds to accept\.$/);
    act(() => putOffer(anOffer()));
    expect(screen.getByRole('region', { name: 'Offered tickets and live chats' })).toBeTruthy();
  });

  it('is a visitor where no name is known, who may not have written yet', () => {
    show();
    act(() => putOffer(aVisitOffer({ customer: '', title: '' })));
    const card = within(screen.getByRole('listitem'));
    for (const words of ['Visitor', 'No message yet']) expect(card.getByText(words, { selector: 'strong, p' })).toBeTruthy();
    expect(card.getByRole('button', { name: 'Accept Visitor' })).toBeTruthy();
  });

  it('is expected before the server says yes, and the screen stays until the chat begins', async () => {
    const { asked } = serve({
      [ACCEPT]: () => {
        told.push('asked');
        return { body: { result: 'success' } };
      },
    });
    const router = show('/contacts');
    act(() => putOffer(aVisitOffer()));
    seen();
    press('Accept Vera');
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
    expect(told).toEqual(['expect 7 Vera', 'asked']);
    expect(asked.map(({ key }) => key)).toEqual([ACCEPT]);
    expect(router.state.location.pathname).toBe('/contacts');
  });

  it.each([404, 409])('is expected no more when the offer is over (%i)', async (status) => {
    serve({ [ACCEPT]: { status, body: { error: { code: 'conflict', message: 'Over.' } } } });
    show();
    act(() => putOffer(aVisitOffer()));
    seen();
    press('Accept Vera');
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
    expect(told).toEqual(['expect 7 Vera', 'forget 7']);
    expect(notice).toHaveBeenCalledWith('The offer of the live chat with Vera is over. Another agent was asked, or the visitor left.');
  });

  it('keeps the card when the answer does not arrive', async () => {
    serve({ [ACCEPT]: new TypeError('No line.') });
    show();
    act(() => putOffer(aVisitOffer()));
    seen();
    press('Accept Vera');
    await waitFor(() => expect(failure).toHaveBeenCalledTimes(1));
    expect(failure.mock.calls[0]?.[0]).toMatch(/^The live chat with Vera could not be accepted\. /);
    expect([cards(), told]).toEqual([['visit-7'], ['expect 7 Vera', 'forget 7']]);
  });

  it('is let pass, beside a ticket of the same number', async () => {
    const { asked } = serve({ 'POST /api/routing/offers/visits/7/decline': { body: { result: 'success' } } });
    show();
    act(() => setOffers([aVisitOffer(), anOffer({ ticket_id: 7, offer_until: Date.now() + 300_000 })]));
    seen();
    press('Decline Vera');
    await waitFor(() => expect(cards()).toEqual(['ticket-7']));
    expect(asked.map(({ key }) => key)).toEqual(['POST /api/routing/offers/visits/7/decline']);
  });
});

it('shows what ends first, and the others on demand', async () => {
  serve({ 'POST /api/routing/offers/2/decline': { body: { result: 'success' } } });
  const later = Date.now() + 300_000;
  show();
  act(() => setOffers([anOffer({ ticket_id: 1, offer_until: later }), anOffer({ ticket_id: 2, ticket_number: 1002 }), anOffer({ ticket_id: 3, offer_until: later + 1 })]));
  expect(cards()).toEqual(['ticket-2']);
  press('2 more');
  expect(cards()).toEqual(['ticket-2', 'ticket-1', 'ticket-3']);
  press('Show only the first');
  seen();
  press('Decline #1002');
  await waitFor(() => expect(cards()).toEqual(['ticket-1']));
  expect(screen.getByRole('button', { name: '1 more' }).getAttribute('aria-expanded')).toBe('false');
});

it('takes no press that was on its way before the card stood there', async () => {
  const { asked } = serve({ 'POST /api/routing/offers/1/accept': { body: { result: 'success', data: 1001 } } });
  show();
  act(() => putOffer(anOffer()));
  press('Accept #1001');
  await Promise.resolve();
  expect(asked).toEqual([]);
  expect(cards()).toEqual(['ticket-1']);
});

it.each([
  [0, '0:00'],
  [42, '0:42'],
  [725, '12:05'],
  [3_600, '1:00:00'],
])('shows %i seconds as %s', (seconds, text) => expect(clockText(seconds)).toBe(text));

it('never counts below nothing, whatever this machine’s clock says', () => {
  const offer = anOffer({ waiting_since: 1_000, offered_at: 2_000, offer_until: 12_000 });
  expect([waitedSeconds(offer, 0), secondsLeft(offer, 99_000), shareLeft(offer, 99_000), shareLeft(offer, 0)]).toEqual([0, 0, 0, 1]);
  expect([waitedSeconds(offer, 4_999), secondsLeft(offer, 4_999), shareLeft(offer, 7_000)]).toEqual([3, 8, 0.5]);
});
