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
