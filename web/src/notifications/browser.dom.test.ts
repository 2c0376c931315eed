import { afterEach, expect, it, vi } from 'vitest';
import { askAtFirstFocus, useBrowser } from './browser';

afterEach(() => vi.unstubAllGlobals());

it('asks when the first click is over, for an answer at once may move what is clicked', async () => {
  const asked = vi.fn(() => Promise.resolve('denied' as const));
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked });
  useBrowser.setState({ permission: 'default', disabled: false });
  const stop = askAtFirstFocus();
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('pointerup'));
  expect(asked).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('click'));
  window.dispatchEvent(new Event('click'));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  stop();
});

it('moves nothing from under the pointer when the answer comes while it is pressed', async () => {
  let answer: (given: NotificationPermission) => void = () => undefined;
  const asked = vi.fn(() => new Promise<NotificationPermission>((done) => (answer = done)));
  const browser = { permission: 'default', requestPermission: asked };
  vi.stubGlobal('Notification', browser);
  useBrowser.setState({ permission: 'default', disabled: false });
  const stop = askAtFirstFocus();
  window.dispatchEvent(new Event('click'));
  window.dispatchEvent(new Event('pointerdown'));
  browser.permission = 'denied';
  answer('denied');
  await new Promise((done) => setTimeout(done, 20));
  expect(useBrowser.getState().permission).toBe('default');
  window.dispatchEvent(new Event('pointerup'));
  expect(useBrowser.getState().permission).toBe('default');
  await vi.waitFor(() => expect(useBrowser.getState().permission).toBe('denied'), { timeout: 20_000 });
  stop();
});
