import { expect, it } from 'vitest';
import { anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { sendLater } from './later';

const me = sessionFrom(SESSION_ANSWER);
const answer = { text: 'Good morning', files: [], contents: [], reply: null, seen: { id: 4, status: 0 } };
const when = { seconds: 5 };

it('tells what was seen, and keeps its id until it is taken or changed', async () => {
  const { asked } = serve({ 'POST /api/ticket/message/reply': { status: 503, body: {} } });
  const info = anInfo();
  await expect(sendLater(info, me, answer, when)).rejects.toThrow();
  await expect(sendLater(info, me, answer, { seconds: 10 })).rejects.toThrow();
  await expect(sendLater(info, me, { ...answer, text: 'Good evening' }, when)).rejects.toThrow();
  expect(asked[0]?.body).toMatchObject({ seen_id: 4, seen_status: 0, send_in: 5 });
  const ids = asked.map((call) => (call.body as { queue_id: string }).queue_id);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);

  await expect(sendLater(info, me, { ...answer, text: 'Good evening', via: 9 }, when)).rejects.toThrow();
  await expect(sendLater(info, me, { ...answer, text: 'Good evening' }, when)).rejects.toThrow();
  const [, , , toOther, toOwn] = asked.map((call) => (call.body as { queue_id: string }).queue_id);
  expect(new Set([...ids, toOther, toOwn]).size).toBe(4);

  const taken = serve({ 'POST /api/ticket/message/reply': { body: { scheduled: [] } } });
  await sendLater(info, me, { ...answer, text: 'Good evening' }, when);
  await sendLater(info, me, { ...answer, text: 'Good evening' }, when);
  const [first, second] = taken.asked.map((call) => (call.body as { queue_id: string }).queue_id);
  expect(first).toBe(toOwn);
  expect(second).not.toBe(first);
});
