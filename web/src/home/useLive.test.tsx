import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyEvent, applyReload } from '../realtime/apply';
import { NO_EVENTS, TICKET_EVENTS, useLive } from './useLive';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function live(events: Parameters<typeof useLive>[1]) {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return { invalidate, ...renderHook(() => useLive('tickets', events), { wrapper }) };
}

it('reads again once for many events, and not after it has left', () => {
  const { invalidate, unmount } = live(TICKET_EVENTS);
  for (const name of TICKET_EVENTS) applyEvent(name, {});
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['tickets'] }]]);
  applyEvent('ticketStatusChanged', {});
  unmount();
  vi.advanceTimersByTime(5_000);
  expect(invalidate).toHaveBeenCalledTimes(1);
});

it.each(TICKET_EVENTS)('reads again after %s', (name) => {
  const { invalidate } = live(TICKET_EVENTS);
  applyEvent(name, {});
  vi.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(1);
});

it('reads again when too much was missed, whatever else it hears of', () => {
  const { invalidate } = live(NO_EVENTS);
  applyEvent('createTicket', {});
  vi.advanceTimersByTime(1_000);
  expect(invalidate).not.toHaveBeenCalled();
  applyReload();
  vi.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(1);
});
