import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawRoutes } from '../../tests/draw';
import { useBrowser } from '../notifications/browser';
import * as sounds from '../notifications/sound';
import { applyEvent } from '../realtime/apply';
import type { ChatSupervised } from '../supervisory/model';
import { ToastPlace } from '../ui/ToastPlace';
import { OffersPlace } from './OffersPlace';
import { resetSounds } from './sounds';

const played = vi.spyOn(sounds, 'playSound').mockResolvedValue(undefined);

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  useBrowser.setState({ permission: 'denied', disabled: false });
  resetSounds();
  played.mockClear();
});

const open = (path: string) => drawRoutes([{ path: '*', element: <><OffersPlace /><ToastPlace /></> }], path).router;
const tell = (act: ChatSupervised['act'], text = '') => applyEvent('chatSupervised', { ticket_id: 40, ticket_number: 1040, by: 'Mei', act, text } satisfies ChatSupervised);

it.each<[ChatSupervised['act'], string, string, string, string]>([
  ['watch', '', '/contacts', 'Mei watches your live chat #1040.', '/livechat/1040'],
  ['whisper', 'Offer a refund', '/mobile/ticket', 'Whisper from Mei in live chat #1040: Offer a refund', '/mobile/livechat/1040'],
])('tells an agent of a %s, and leads to the chat', async (kind, text, at, words, to) => {
  const router = open(at);
  act(() => tell(kind, text));
  const toast = await screen.findByText(words);
  expect([router.state.location.pathname, played.mock.calls.length]).toEqual([at, 1]);
  const link = screen.getByRole('link', { name: 'Open the chat' });
  expect(link.getAttribute('href')).toBe(to);
  await userEvent.click(link);
  expect(router.state.location.pathname).toBe(to);
  await waitFor(() => expect(toast.isConnected).toBe(false));
});

it('leads nowhere from a chat that was taken over: the agent may not open it any more', async () => {
  const natives: { onclick?: () => void }[] = [];
  class Native {
    static permission = 'granted';
    onclick?: () => void;
    constructor() {
      natives.push(this);
    }
    close() {
      return undefined;
    }
  }
  vi.stubGlobal('Notification', Native);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  useBrowser.setState({ permission: 'granted', disabled: false });
  const router = open('/contacts');
  act(() => tell('take_over'));
  expect(await screen.findByText('Mei took over your live chat #1040.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect([natives.length, played.mock.calls.length]).toEqual([1, 1]);
  natives[0]?.onclick?.();
  expect(router.state.location.pathname).toBe('/contacts');
});
