import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from './useNow';

const START = 1_700_000_000_000;
let hidden = false;

function setHidden(value: boolean): void {
  hidden = value;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is one clock for everybody who looks at it, and none once nobody does', () => {
  const [one, two] = [renderHook(() => useNow()), renderHook(() => useNow())];
  expect(vi.getTimerCount()).toBe(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect([one.result.current, two.result.current]).toEqual([START + 60_000, START + 60_000]);
  one.unmount();
  expect(vi.getTimerCount()).toBe(1);
  two.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it('stands still while the page is hidden, and is right at once when it is seen again', () => {
  const { result, unmount } = renderHook(() => useNow());
  setHidden(true);
  expect(vi.getTimerCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(600_000));
  expect(result.current).toBe(START);
  setHidden(false);
  expect(result.current).toBe(START + 600_000);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(result.current).toBe(START + 630_000);
  unmount();
});

it('does not begin on a page that is hidden already', () => {
  hidden = true;
  const { unmount } = renderHook(() => useNow());
  expect(vi.getTimerCount()).toBe(0);
  setHidden(false);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
});
