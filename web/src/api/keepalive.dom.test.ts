import { expect, it, vi } from 'vitest';
import { serve } from '../../tests/server';
import { api } from './client';

const DISMISS = 'POST /api/announcements/1/dismiss';
const dismiss = () => api.post('/api/announcements/{id}/dismiss', { path: { id: 1 } });

/** Whether each call from now on was to outlive its page, in their order. */
function keptAlive(): boolean[] {
  const kept: boolean[] = [];
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    kept.push(init.keepalive === true);
    return answer(input, init);
  });
  return kept;
}

/** A server that answers a call when it is let to. */
function slowly() {
  const waiting: (() => void)[] = [];
  const later = () => new Promise<{ body: unknown }>((done) => waiting.push(() => done({ body: null })));
  serve({ [DISMISS]: later, 'PUT /api/signatures': later });
  return { kept: keptAlive(), answerAll: () => waiting.splice(0).forEach((done) => done()) };
}

const long = (characters: number) => api.put('/api/signatures', { json: { signatures: [{ channel: '', text: 'é'.repeat(characters), enabled: true }] } });

it('lets a write outlive its page, and neither a read nor a form with files', async () => {
  serve({
    [DISMISS]: { body: null },
    'DELETE /api/replies/4': { body: null },
    'GET /api/unread': { body: {} },
    'POST /api/emoji/custom': { body: {} },
  });
  const kept = keptAlive();
  await dismiss();
  await api.delete('/api/replies/{id}', { path: { id: 4 } });
  await api.get('/api/unread');
  await api.form('/api/emoji/custom', new FormData());
  expect(kept).toEqual([true, true, false, false]);
});

it('keeps a refused or broken write within the same limits as any other', async () => {
  serve({ [DISMISS]: { status: 503, body: {} } });
  const kept = keptAlive();
  for (let times = 0; times < 20; times += 1) await expect(dismiss()).rejects.toMatchObject({ code: 'unavailable' });
  serve({ [DISMISS]: new TypeError('fetch failed') });
  const broken = keptAlive();
  for (let times = 0; times < 20; times += 1) await expect(dismiss()).rejects.toMatchObject({ code: 'offline' });
  expect([...kept, ...broken]).toEqual(Array<boolean>(40).fill(true));
});

it('sends a long body as any other, for the browser would refuse it', async () => {
  const { kept, answerAll } = slowly();
  const calls = [long(17_000), dismiss()];
  expect(kept).toEqual([false, true]);
  answerAll();
  await Promise.all(calls);
});

it('counts the bytes that are under way together, until they are answered', async () => {
  const { kept, answerAll } = slowly();
  const first = long(10_000);
  const second = long(10_000);
  expect(kept).toEqual([true, false]);
  answerAll();
  await Promise.all([first, second]);
  const third = long(10_000);
  expect(kept).toEqual([true, false, true]);
  answerAll();
  await third;
});

it('keeps only so many calls alive at once', async () => {
  const { kept, answerAll } = slowly();
  const calls = Array.from({ length: 9 }, dismiss);
  expect(kept).toEqual([...Array<boolean>(8).fill(true), false]);
  answerAll();
  await Promise.all(calls);
});
