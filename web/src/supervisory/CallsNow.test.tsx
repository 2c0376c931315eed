import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Call } from '../api/ongoingCalls';
import { applyEvent } from '../realtime/apply';
import { useConnection } from '../realtime/connection';
import { CallsNow } from './CallsNow';

const LIST = 'GET /api/ticket/load/-/all/call2/0';

const aCall = (over: Partial<Call> = {}): Call => ({
  id: 1,
  ticket_id: 3,
  ticket_number: 7,
  contact_id: 4,
  name: 'Aisyah',
  number: '0123456789',
  direction: 'inbound',
  did: '0312345678',
  extension: '',
  assignee: null,
  outcome: 'ongoing',
  ts: Date.now() - 5_000,
  answered_at: null,
  ended_at: null,
  talk_ms: null,
  recorded: false,
  keypress: '',
  emotion: '',
  emotions: {},
  energy: null,
  pace: null,
  personality: '',
  ...over,
});

type Answer = { status?: number; body: unknown };
const pageOf = (data: readonly Call[], count = data.length): Answer => ({ body: { data, count, countMore: false, status: 'success' } });

let answer: Answer | Promise<Answer>;
let queries: Record<string, string>[] = [];

function open() {
  queries = [];
  serve({
    [LIST]: ({ url }) => {
      queries.push(Object.fromEntries(url.searchParams));
      return answer;
    },
  });
  return draw(<CallsNow callPath={(number) => `/call/${number}`} />, '/supervisory');
}

const part = async () => within(await screen.findByRole('region', { name: 'Calls now' }));
const cellsOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);
const changed = () => act(() => applyEvent('callChanged', { call_id: 1, ticket_id: 3 }));

beforeEach(() => useConnection.setState({ phase: 'live' }));

it('shows who rings and who talks with whom, since when, and leads to the conversation', async () => {
  answer = pageOf([
    aCall(),
    aCall({ id: 2, ticket_number: 8, name: '', number: '', assignee: { id: 2, username: 'anna', name: 'Anna' }, ts: Date.now() - 90_000, answered_at: Date.now() - 62_000 }),
    aCall({ id: 3, ticket_number: 9, name: 'Ben', direction: 'outbound', assignee: { id: 3, username: 'raj', name: '' } }),
    // Its end was never told.
    aCall({ id: 4, ticket_number: 10, name: 'Old', ts: Date.now() - 4 * 60 * 60_000 }),
  ]);
  open();
  const calls = await part();
  const [head, first, second, third, more] = within(await calls.findByRole('table', { name: 'Calls now' })).getAllByRole('row');
  expect(cellsOf(head)).toEqual(['Caller', 'Number', 'Agent', 'State', 'For']);
  expect(cellsOf(first)).toEqual(['Aisyah #7', '0123456789', 'Nobody', 'Ringing in', expect.stringMatching(/^0:0\d$/)]);
  expect(cellsOf(second)).toEqual(['Withheld number #8', 'Withheld number', 'Anna', 'Talking', expect.stringMatching(/^1:0\d$/)]);
  expect(cellsOf(third).slice(2, 4)).toEqual(['raj', 'Ringing out']);
  expect(more).toBeUndefined();
  expect(calls.getByRole('link', { name: 'Aisyah' }).getAttribute('href')).toBe('/call/7');
  expect(queries).toEqual([{ outcome: 'ongoing' }]);
});

it('follows what happens to calls, and reads many changes at once', async () => {
  answer = pageOf([]);
  open();
  const calls = await part();
  expect(await calls.findByText('No calls')).toBeTruthy();
  answer = pageOf([aCall()], 45);
  changed();
  changed();
  expect(await calls.findByRole('link', { name: 'Aisyah' })).toBeTruthy();
  expect(calls.getByText('Showing 1 of 45')).toBeTruthy();
  expect(queries).toHaveLength(2);
});

it('keeps what it has when a later reading fails', async () => {
  answer = pageOf([aCall()]);
  open();
  const calls = await part();
  await calls.findByRole('link', { name: 'Aisyah' });
  answer = { status: 500, body: {} };
  changed();
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(calls.getByRole('link', { name: 'Aisyah' })).toBeTruthy();
});

it('says that they are on their way, what failed, and tries again', async () => {
  let come: (answer: Answer) => void = () => undefined;
  answer = new Promise((resolve) => (come = resolve));
  open();
  const calls = await part();
  expect(await calls.findByRole('status', { name: 'Loading the calls' })).toBeTruthy();
  act(() => come({ status: 500, body: {} }));
  expect(await calls.findByText('The calls could not be loaded')).toBeTruthy();
  answer = pageOf([aCall()]);
  await userEvent.setup().click(calls.getByRole('button', { name: 'Try again' }));
  expect(await calls.findByRole('link', { name: 'Aisyah' })).toBeTruthy();
});

it('says who may not see them, and shows none of those that were there', async () => {
  answer = pageOf([aCall()]);
  open();
  const calls = await part();
  await calls.findByRole('link', { name: 'Aisyah' });
  answer = { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } };
  changed();
  expect(await calls.findByText('You do not have the permission to see calls')).toBeTruthy();
  expect(calls.queryByRole('link')).toBeNull();
});
