import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnStatus } from '../api/types';
import { realtime } from '../realtime/connection';
import { useOwn } from './store';
import { watchTouches } from './touches';

let off = () => {};
const tell = vi.spyOn(realtime, 'tell').mockReturnValue(undefined);
const live = vi.spyOn(realtime, 'isLive', 'get').mockReturnValue(true);

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockClear();
  useOwn.setState({ own: null });
  off = watchTouches();
});
afterEach(() => {
  off();
  vi.useRealTimers();
});

const touch = (name = 'keydown') => window.dispatchEvent(new Event(name));

it('tells the server of a touch now and then, not of each', () => {
  for (let at = 0; at < 50; at += 1) {
    touch(at % 2 === 0 ? 'keydown' : 'wheel');
    vi.advanceTimersByTime(1_000);
  }
  expect(tell.mock.calls).toEqual([['tellActive'], ['tellActive'], ['tellActive']]);
});

it('tells at once that somebody who was away by itself is back', () => {
  touch();
  useOwn.setState({ own: { automatic: true, away_after: 900 } as OwnStatus });
  vi.advanceTimersByTime(1_000);
  touch();
  expect(tell).toHaveBeenCalledTimes(2);
});

it('keeps a touch for later while the line is down', () => {
  live.mockReturnValue(false);
  touch();
  expect(tell).not.toHaveBeenCalled();
  live.mockReturnValue(true);
  touch();
  expect(tell).toHaveBeenCalledOnce();
});
