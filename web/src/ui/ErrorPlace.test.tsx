import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { lineIsBack } from '../api/line';
import { Problem, type ProblemCode } from '../api/problem';
import { ErrorPlace } from './ErrorPlace';

it.each([
  ['offline', 2],
  ['unavailable', 2],
  ['not_found', 0],
] as const)('tries again by itself after %s: %i times', (code: ProblemCode, times) => {
  vi.useFakeTimers();
  const onRetry = vi.fn();
  const { unmount } = draw(<ErrorPlace problem={new Problem(code, 0, code)} onRetry={onRetry} />);
  act(lineIsBack);
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
  expect(onRetry).toHaveBeenCalledTimes(times);
  unmount();
  act(lineIsBack);
  expect(onRetry).toHaveBeenCalledTimes(times);
  vi.useRealTimers();
});
