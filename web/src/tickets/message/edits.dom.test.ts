import { beforeEach, expect, it } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { openConversation } from '../conversation/read';
import { resetConversations, useConversations } from '../conversation/store';
import { addNote, editMessage, react, removeMessage, setPinned } from './edits';

const one = () => useConversations.getState().open['1001'];
const old = aMessage({ id: 3, ts_ms: 3_000, message: 'Long ago' });

beforeEach(async () => {
  resetConversations();
  serve({
    'GET /api/ticket/info/-/1001': { body: { data: anInfo({ pinned: [{ ...old, pinned: true }] }) } },
    'GET /api/ticket/data/1/0': { body: [{ total: 90 }, { messages: [aMessage({ id: 90, ts_ms: 90_000 })] }] },
    'PATCH /api/messages/3': { body: { data: { ...old, message: 'Changed' } } },
    'POST /api/messages/3/notes': { body: { data: old } },
    'PUT /api/messages/3/reaction': { body: { data: old } },
    'DELETE /api/messages/3/pin': { body: { data: { ...old, pinned: false } } },
    'PATCH /api/messages/90': { body: { data: aMessage({ id: 90, ts_ms: 90_000, message: 'Changed' }) } },
  });
  await openConversation('1001');
});

it.each([
  ['an edit', () => editMessage(old, 'Changed')],
  ['a note', () => addNote(old, 'Note')],
  ['a reaction', () => react(old, '👍')],
  ['a pin', () => setPinned(old, false)],
])('the answer to %s brings no message from before the window into it', async (_name, act) => {
  await act();
  expect(one()?.messages.map((message) => message.id)).toEqual([90]);
  expect(one()?.total).toBe(90);
});

it('changes what is shown, and takes away the pin of what is not', async () => {
  await editMessage(aMessage({ id: 90 }), 'Changed');
  expect(one()?.messages).toMatchObject([{ id: 90, message: 'Changed' }]);
  await setPinned(old, false);
  expect(one()?.info?.pinned).toEqual([]);
});

it.each([
  [404, 'missing'],
  [500, 'missing'],
  [403, 'ready'],
  [409, 'ready'],
] as const)('a delete that fails with %s leaves the ticket %s', async (status, phase) => {
  serve({ 'POST /api/ticket/message/delete': { status, body: {} } });
  await removeMessage(aMessage({ id: 90 })).catch(() => undefined);
  expect(one()?.phase).toBe(phase);
});
