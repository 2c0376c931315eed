import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { EMPTY_DRAFT, type Draft } from './drafts';
import { useDraftSync } from './useDraftSync';

let taken: string[] = [];

function Field({ text }: { text: string }) {
  useDraftSync('agent1', 1, { ...EMPTY_DRAFT, text }, (draft: Draft) => taken.push(draft.text));
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
