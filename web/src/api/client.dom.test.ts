import { afterEach, expect, it, vi } from 'vitest';
import { serve } from '../../tests/server';
import { api, lendRenewal, upload } from './client';
import { Problem } from './problem';

afterEach(() => lendRenewal(() => Promise.resolve(false)));

it('reads code, text and fields of a refusal', async () => {
  serve({
    'POST /api/channels': {
      status: 422,
      body: { error: { code: 'invalid', message: 'Check the fields.', fields: { bot_token: 'It is too short.' } } },
    },
  });
  await expect(api.post('/api/channels', { json: { plugin: 'telegram', name: 'Bot' } })).rejects.toMatchObject({
    code: 'invalid',
    status: 422,
    description: 'Check the fields.',
    fields: { bot_token: 'It is too short.' },
  });
});

it('gives a code even to an answer that says nothing', async () => {
  serve({ 'GET /api/unread': { status: 502, body: '<html>bad gateway</html>' } });
  await expect(api.get('/api/unread')).rejects.toMatchObject({ code: 'unavailable', description: null });
});

it('calls a dead line offline', async () => {
  serve({ 'GET /api/unread': new TypeError('fetch failed') });
  await expect(api.get('/api/unread')).rejects.toEqual(new Problem('offline', 0, 'offline'));
});

it('makes a call once more after the session was renewed, and only once', async () => {
  let renewals = 0;
  lendRenewal(() => {
    renewals += 1;
    return Promise.resolve(true);
  });
  const { asked } = serve({ 'GET /api/unread': { status: 401, body: {} } });
  await expect(api.get('/api/unread')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(renewals).toBe(1);
  expect(asked).toHaveLength(2);
});

it('sends an upload once more after the session was renewed', async () => {
  const statuses = [401, 200];
  class Sending {
    status = 0;
    responseText = '{"result":"success"}';
    upload = {};
    onload: () => void = () => undefined;
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      this.status = statuses.shift() ?? 500;
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending);
  let renewals = 0;
  lendRenewal(() => {
    renewals += 1;
    return Promise.resolve(true);
  });
  await expect(upload('/api/upload', new FormData(), () => undefined)).resolves.toEqual({ result: 'success' });
  expect([renewals, statuses.length]).toEqual([1, 0]);
  vi.unstubAllGlobals();
});

it('leaves empty parameters out of the address', async () => {
  let search = '';
  serve({
    'GET /api/quarantine': ({ url }) => {
      search = url.search;
      return { body: {} };
    },
  });
  await api.get('/api/quarantine', { query: { channel: 3, before: undefined } });
  expect(search).toBe('?channel=3');
});

it('puts the parts of an address where the description names them', async () => {
  let path = '';
  serve({
    'DELETE /api/messages/a%2Fb/notes/4': ({ url }) => {
      path = url.pathname;
      return { body: {} };
    },
  });
  await api.delete('/api/messages/{id}/notes/{note}', { path: { id: 'a/b', note: 4 } });
  expect(path).toBe('/api/messages/a%2Fb/notes/4');
});
