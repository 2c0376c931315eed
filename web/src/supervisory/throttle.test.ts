import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs that end when they are let. */
function slow() {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((end) => ends.push(end)));
  return { run, end: async () => { ends.shift()?.(); await vi.advanceTimersByTimeAsync(0); } };
}

it('begins at once, and then at most once in a pause', async () => {
  const run = vi.fn(() => Promise.resolve());
  const { request } = throttle(run, 400);
  request();
  expect(run).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 10; at += 1) {
    await vi.advanceTimersByTimeAsync(39);
    request();
  }
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it('has one under way at most, and one more after the last request', async () => {
  const { run, end } = slow();
  const { request } = throttle(run, 400);
  request();
  await vi.advanceTimersByTimeAsync(1_000);
  request();
  request();
  expect(run).toHaveBeenCalledTimes(1);
  await end();
  expect(run).toHaveBeenCalledTimes(2);
  await end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it('counts the pause from the beginning of the last one', async () => {
  const { run, end } = slow();
  const { request } = throttle(run, 400);
  request();
  await vi.advanceTimersByTimeAsync(300);
  request();
  await end();
  await vi.advanceTimersByTimeAsync(99);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
});

it('does nothing once it is stopped', async () => {
  const { run, end } = slow();
  const { request, stop } = throttle(run, 400);
  request();
  request();
  stop();
  await end();
  request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});
