import { afterEach, expect, it, vi } from 'vitest';
import { aPlugin, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { usePlugins } from '../api/plugins';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import * as toasts from '../ui/toast';
import { openPopup, openTicketPopup } from './popup';
import { loadTicketTexts } from './texts';

afterEach(() => vi.restoreAllMocks());

function browserWindows() {
  const windows = new Map<string, { location: { href: string; replace: (to: string) => void }; focus: () => void }>();
  vi.spyOn(window, 'open').mockImplementation((_url, name) => {
    const known = windows.get(String(name));
    const location = {
      href: 'about:blank',
      replace: vi.fn((to: string) => {
        location.href = to;
      }),
    };
    const popup = known ?? { location, focus: vi.fn() };
    windows.set(String(name), popup);
    return popup as unknown as Window;
  });
  return windows;
}

it('opens one window for each ticket and comes back to it', () => {
  const windows = browserWindows();
  openPopup('7');
  openPopup('8');
  openPopup('7');
  expect([...windows.values()].map((popup) => popup.location.href)).toEqual(['/popup/ticket/7', '/popup/ticket/8']);
  const first = windows.get('patchbay-ticket-7');
  expect(first?.focus).toHaveBeenCalledTimes(2);
  expect(first?.location.replace).toHaveBeenCalledTimes(1);
});

it('bears that the browser refuses', () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(() => openPopup('7')).not.toThrow();
});

it('opens none for what is encrypted, and says so', async () => {
  await loadTicketTexts();
  const windows = browserWindows();
  const told = vi.spyOn(toasts, 'toastNotice').mockReturnValue(undefined);
  openTicketPopup(aTicket({ ticket_number: 7, encryption: 1 }));
  expect(windows.size).toBe(0);
  expect(told.mock.calls).toEqual([['#7 is encrypted and does not open in a window of its own.']]);
  openTicketPopup(aTicket({ ticket_number: 8 }));
  expect([...windows.values()].map((popup) => popup.location.href)).toEqual(['/popup/ticket/8']);
});

it('opens a call at its own address', () => {
  useSession.setState({ session: sessionFrom(SESSION_ANSWER) });
  usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
  const windows = browserWindows();
  openTicketPopup(aTicket({ ticket_number: 9, channel: 'EXCHANGE' }));
  expect([...windows.values()].map((popup) => popup.location.href)).toEqual(['/popup/call/9']);
});
