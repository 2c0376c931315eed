import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { drawRoutes } from '../../tests/draw';
import { resetQueue, useQueue } from '../livechat/queue';
import { useBrowser } from '../notifications/browser';
import * as sounds from '../notifications/sound';
import { expectVisitor } from '../offers/visitors';
import { applyEvent } from '../realtime/apply';
import { ToastPlace } from '../ui/ToastPlace';
import { OffersPlace } from './OffersPlace';
import { resetSounds } from './sounds';

const played = vi.spyOn(sounds, 'playSound').mockResolvedValue(undefined);
vi.spyOn(window, 'focus').mockReturnValue(undefined);
const shown: { title: string; tag: string | undefined; onclick: (() => void) | null }[] = [];

class Native {
  static permission = 'granted';
  onclick: (() => void) | null = null;
  close = vi.fn();
  tag: string | undefined;
  constructor(
    readonly title: string,
    options?: NotificationOptions,
  ) {
    this.tag = options?.tag;
    shown.push(this);
  }
}

beforeEach(() => {
  vi.stubGlobal('Notification', Native);
  useBrowser.setState({ permission: 'denied', disabled: false });
  resetSounds();
  resetQueue();
  played.mockClear();
  shown.length = 0;
});

function open(path: string) {
  return drawRoutes([{ path: '*', element: <><OffersPlace /><ToastPlace /></> }], path).router;
}

const give = (customer: string, session_id: number) => act(() => applyEvent('liveChatGiven', { session_id, customer }));

it.each([
  ['/contacts', '/livechat'],
  ['/mobile/ticket', '/mobile/livechat'],
])('tells at %s of a visitor who was given, and leads to %s', async (at, to) => {
  const router = open(at);
  give('Vera', 7);
  const text = await screen.findByText('A live chat was given to you: Vera');
  expect([router.state.location.pathname, played.mock.calls.length, shown.length]).toEqual([at, 1, 0]);
  const link = screen.getByRole('link', { name: 'Open live chats' });
  expect(link.getAttribute('href')).toBe(to);
  await userEvent.click(link);
  expect(router.state.location.pathname).toBe(to);
  await waitFor(() => expect(text.isConnected).toBe(false));
});

it('is shown by the browser to whoever looks elsewhere, and leads there as well', async () => {
  useBrowser.setState({ permission: 'granted' });
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const router = open('/contacts');
  give('', 8);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ title: 'A live chat was given to you: Visitor', tag: 'patchbay-chat-8' });
  act(() => shown[0]?.onclick?.());
  await waitFor(() => expect(router.state.location.pathname).toBe('/livechat'));
});

it('lets the live chats expect a visitor who is accepted, as long as it stands there', async () => {
  open('/');
  const forget = await expectVisitor({ session: '7', name: 'Vera' });
  expect(useQueue.getState().expected).toEqual([{ session: '7', name: 'Vera' }]);
  forget();
  expect(useQueue.getState().expected).toEqual([]);
});
