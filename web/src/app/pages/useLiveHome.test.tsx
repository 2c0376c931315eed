import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyEvent } from '../../realtime/apply';
import { useLiveHome } from './useLiveHome';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('counts again once for many events, and not after it has left', () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { unmount } = renderHook(() => useLiveHome(), { wrapper });
  applyEvent('createTicket', {});
  applyEvent('newMessage', {});
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(1);
  applyEvent('ticketStatusChanged', {});
  unmount();
  vi.advanceTimersByTime(5_000);
  expect(invalidate).toHaveBeenCalledTimes(1);
});
