import { act, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { resetConversations, useConversations } from '../../tickets/conversation/store';
import { takeMessage } from '../../tickets/conversation/take';
import { useOpened } from './useOpened';

const line = (id: number, kind: string) => aMessage({ id, ts_ms: id, extras: { call: { id: 'a', kind, direction: 'in', extension: null } } });

function openAt(path: string) {
  const paths = ['/ticket', '/ticket/:number', '/call/ongoing', '/call/:number', '/popup/call/ongoing'];
  const seen: ReturnType<typeof useOpened>[] = [];
  function Seen() {
    const opened = useOpened();
    seen.push(opened);
    return opened.watcher;
  }
  const router = createMemoryRouter([{ Component: Seen, children: paths.map((one) => ({ path: one })) }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return () => seen.at(-1);
}

beforeEach(() => {
  localStorage.clear();
  resetConversations();
});

it.each([
  ['/ticket', undefined],
  ['/ticket/7', '7'],
  ['/call/7', '7'],
])('%s opens %s', (path, number) => {
  expect(openAt(path)()).toEqual({ number, ongoing: false, last: null, watcher: null });
});

it.each(['/call/ongoing', '/popup/call/ongoing'])('%s opens the call that goes on, and remembers it', async (path) => {
  const opened = openAt(path);
  expect(opened()).toMatchObject({ number: undefined, ongoing: true, last: null });
  const conversation = {
    number: '7', phase: 'ready' as const, info: anInfo({ send: { calls: true } }), messages: [line(1, 'ringing')], total: 1, older: 'none' as const,
    starts: new Set<number>(), problem: null, atBottom: true, place: 'open' as const, readAt: 0, used: 1,
  };
  act(() => useConversations.setState({ open: { 7: conversation } }));
  await waitFor(() => expect(opened()).toMatchObject({ number: '7', ongoing: true, last: '7' }));
  act(() => takeMessage(1, line(2, 'ended')));
  await waitFor(() => expect(opened()).toMatchObject({ number: undefined, ongoing: true, last: '7' }));
});
