import { beforeEach, expect, it, vi } from 'vitest';
import { anOffer, aVisitOffer } from '../../tests/offers';
import { leaveToWorker, useBrowser } from '../notifications/browser';
import * as sounds from '../notifications/sound';
import { resetSounds } from './sounds';
import { tellOffer } from './tellOffer';

const played = vi.spyOn(sounds, 'playSound').mockResolvedValue(undefined);
const shown: { title: string; options: NotificationOptions | undefined; close: () => void }[] = [];

class Native {
  static permission = 'granted';
  close = vi.fn();
  constructor(title: string, options?: NotificationOptions) {
    shown.push({ title, options, close: this.close });
  }
}

beforeEach(() => {
  vi.stubGlobal('Notification', Native);
  useBrowser.setState({ permission: 'granted', disabled: false });
  leaveToWorker(false);
  resetSounds();
  shown.length = 0;
  played.mockClear();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
});

const settle = () => new Promise((done) => setTimeout(done, 20));

it('is heard, and shown by the browser until the offer is over', async () => {
  const takeBack = tellOffer(anOffer({ ticket_id: 4, customer: '' }));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(played).toHaveBeenCalledTimes(1);
  expect(shown[0]).toMatchObject({ title: 'Ticket offered: Where is my parcel', options: { body: 'No name · Orders', tag: 'patchbay-offer-ticket-4' } });
  expect(shown[0]?.close).not.toHaveBeenCalled();
  takeBack();
  expect(shown[0]?.close).toHaveBeenCalledTimes(1);
});

it('says of a visitor that a live chat is offered', async () => {
  tellOffer(aVisitOffer());
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ title: 'Live chat offered: Do you ship to Kuching?', options: { body: 'Vera · Chats', tag: 'patchbay-offer-visit-7' } });
  expect(played).toHaveBeenCalledTimes(1);
});

it('is shown also where the worker shows what is pushed, since offers are not', async () => {
  leaveToWorker(true);
  tellOffer(anOffer());
  await vi.waitFor(() => expect(shown).toHaveLength(1));
});

it('shows nothing of an offer that was over before its words came', async () => {
  tellOffer(anOffer())();
  await settle();
  expect(shown).toEqual([]);
});

it.each([
  ['to whoever looks at this window', () => vi.spyOn(document, 'hasFocus').mockReturnValue(true)],
  ['where the browser forbids it', () => useBrowser.setState({ permission: 'denied' })],
  ['to whoever turned it off', () => useBrowser.setState({ disabled: true })],
])('is only heard, and not shown %s', async (_who, arrange) => {
  arrange();
  tellOffer(anOffer());
  await settle();
  expect([shown.length, played.mock.calls.length]).toEqual([0, 1]);
});
