import { beforeEach, expect, it } from 'vitest';
import { anInfo } from '../../tests/builders';
import { serve } from '../../tests/server';
import { useConnection } from '../realtime/connection';
import { openConversation } from './conversation/read';
import { resetConversations, useConversations } from './conversation/store';
import { changeStatus } from './status';

const one = () => useConversations.getState().open['1001'];
const answers = (status: number) =>
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    'POST /api/ticket/message': { status, body: {} },
  });

beforeEach(() => resetConversations());

it.each([409, 422, 429])('a refusal of %s is told, and the ticket stays on screen', async (status) => {
  answers(status);
  await openConversation('1001');
  await expect(changeStatus('1001', anInfo(), 2, 'Solved')).rejects.toThrow();
  expect(one()).toMatchObject({ phase: 'ready', info: { closed: 0 } });
});

it.each([403, 404, 500, 503])('a failure of %s flags it as not found', async (status) => {
  answers(status);
  await openConversation('1001');
  await changeStatus('1001', anInfo(), 2, 'Solved');
  expect(one()?.phase).toBe('missing');
});

it.each([
  ['live', 'missing'],
  ['waiting', 'ready'],
] as const)('a call that got nowhere while the line is %s leaves it %s', async (phase, wanted) => {
  useConnection.setState({ phase });
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo() } },
    'GET /api/ticket/data/1/0': { body: [{ total: 0 }] },
    'POST /api/ticket/message': new TypeError('network'),
  });
  await openConversation('1001');
  await changeStatus('1001', anInfo(), 2, 'Solved').catch(() => undefined);
  expect(one()?.phase).toBe(wanted);
});

it('asks for nothing where the ticket goes on in another one', async () => {
  const { asked } = answers(409);
  await changeStatus('1001', anInfo({ merged_into: { id: 9, ticket_number: 12, by: 'agent1', title: 'Bulb', why: '', at_ms: 0 } }), 2, 'Solved');
  expect(asked).toEqual([]);
});
