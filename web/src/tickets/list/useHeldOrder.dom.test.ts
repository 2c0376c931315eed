import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aTicket } from '../../../tests/builders';
import { useHeldOrder } from './useHeldOrder';

const rows = (...ids: number[]) => ids.map((id) => aTicket({ id }));
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

afterEach(() => vi.useRealTimers());

it('moves nothing under a pointer that travels, and shows the true order when it rests', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ latest }) => useHeldOrder(latest), { initialProps: { latest: rows(1, 2, 3) } });
  act(() => result.current.hold());
  // The third came to the top, the first left, a new one came, and a further page follows.
  rerender({ latest: [...rows(9, 3), aTicket({ id: 2, snippet: 'Changed' }), ...rows(4, 5)] });
  expect(ids(result.current.rows)).toEqual([1, 2, 3, 4, 5]);
  expect(result.current.rows[1]?.snippet).toBe('Changed');
  act(() => {
    vi.advanceTimersByTime(700);
  });
  expect(ids(result.current.rows)).toEqual([9, 3, 2, 4, 5]);
});
