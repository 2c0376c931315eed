import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { EMPTY_DRAFT, type Draft } from './drafts';
import { useDraftSync } from './useDraftSync';

let taken: string[] = [];

function Field({ text, ticket = 1 }: { text: string; ticket?: number }) {
  useDraftSync('agent1', ticket, { ...EMPTY_DRAFT, text }, (draft: Draft) => taken.push(draft.text));
  return null;
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(2_000));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  taken = [];
});
afterEach(() => vi.useRealTimers());

it('keeps what was written, once it rests', async () => {
  const { drafts } = serve({
    'GET /api/tickets/1/draft': { body: { draft: null, version: 0 } },
    'PUT /api/tickets/1/draft': { body: { draft: null, version: 1 } },
  });
  const { rerender } = render(<Field text="" />);
  await settle();
  rerender(<Field text="Dear" />);
  rerender(<Field text="Dear Mei" />);
  await settle();
  const put = drafts.filter((call) => call.key.startsWith('PUT'));
  expect(put).toHaveLength(1);
  expect(put[0]?.body).toMatchObject({ draft: { text: 'Dear Mei' } });
  expect(taken).toEqual([]);
});

it('takes what another device wrote, unless something was begun here', async () => {
  let theirs = { draft: { text: 'From the phone' }, version: 3 };
  serve({ 'GET /api/tickets/1/draft': () => ({ body: theirs }), 'PUT /api/tickets/1/draft': { status: 503, body: {} } });
  const { rerender } = render(<Field text="" />);
  await settle();
  expect(taken).toEqual(['From the phone']);
  rerender(<Field text="From the phone" />);
  await settle();
  rerender(<Field text="My own words" />);
  theirs = { draft: { text: 'Later' }, version: 4 };
  applyEvent('draftChanged', { ticket_id: 1, version: 4, tab: 'other' });
  await settle();
  expect(taken).toEqual(['From the phone']);
});

it('knows what it told the server on leaving, and takes what another device made of it since', async () => {
  let server = { draft: null as { text: string } | null, version: 0 };
  serve({
    'GET /api/tickets/2/draft': () => ({ body: server }),
    'PUT /api/tickets/2/draft': ({ body }) => ({ body: (server = { draft: (body as typeof server).draft, version: server.version + 1 }) }),
  });
  const shown = render(<Field ticket={2} text="" />);
  await settle();
  shown.rerender(<Field ticket={2} text="Mine" />);
  shown.unmount();
  await settle();
  expect(server).toMatchObject({ draft: { text: 'Mine' }, version: 1 });
  server = { draft: { text: 'Mine, and more from the phone' }, version: 2 };
  render(<Field ticket={2} text="Mine" />);
  await settle();
  expect(taken).toEqual(['Mine, and more from the phone']);
});

it('takes back what was on its way to the server when it was sent', async () => {
  const answers: (() => void)[] = [];
  let version = 0;
  const { drafts } = serve({
    'GET /api/tickets/3/draft': { body: { draft: null, version: 0 } },
    'PUT /api/tickets/3/draft': () => new Promise((resolve) => answers.push(() => resolve({ body: { draft: null, version: ++version } }))),
  });
  const { rerender } = render(<Field ticket={3} text="" />);
  await settle();
  rerender(<Field ticket={3} text="Sent in a moment" />);
  await settle();
  rerender(<Field ticket={3} text="" />);
  await settle();
  answers.shift()?.();
  await settle();
  answers.shift()?.();
  await settle();
  const put = drafts.filter((call) => call.key.startsWith('PUT')).map((call) => (call.body as { draft: unknown }).draft);
  expect(put).toMatchObject([{ text: 'Sent in a moment' }, null]);
});

it('does not take its own words, sent meanwhile, for the phone’s', async () => {
  let server = { draft: null as unknown, version: 0 };
  serve({
    'GET /api/tickets/4/draft': () => ({ body: server }),
    // It arrives, and the answer is lost.
    'PUT /api/tickets/4/draft': ({ body }) => {
      server = { draft: (body as typeof server).draft, version: server.version + 1 };
      return new TypeError('network');
    },
  });
  const { rerender } = render(<Field ticket={4} text="" />);
  await settle();
  rerender(<Field ticket={4} text="Sent in a moment" />);
  await settle();
  rerender(<Field ticket={4} text="" />);
  await settle();
  applyEvent('draftChanged', { ticket_id: 4, version: 2, tab: 'other' });
  await settle();
  expect(taken).toEqual([]);
  expect(server.draft).toBeNull();
});
