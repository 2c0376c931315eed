import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { account, host, outgoing, posted } from '@patchbay/plugin/testing';
import { outbound, settings, webhook } from '../src/index.ts';

const fixture = readFileSync(new URL('../fixtures/message.json', import.meta.url), 'utf8');

beforeEach(() => host.reset());

test('a message becomes an event', () => {
  const [, { events }] = webhook.handle(account(), posted(fixture));
  const [event] = events;
  assert.ok(event?.tag === 'message');
  assert.deepEqual([event.val.externalId, event.val.thread, event.val.text], ['m-1', 'c-7', 'Hello']);
});

test('a text is sent with the credential', () => {
  host.answers(200, { id: 'out-1' });
  const sent = outbound.send(account(), outgoing({ thread: 'c-7', text: 'Hi' }));
  assert.deepEqual(sent.externalIds, ['out-1']);
  assert.deepEqual(JSON.parse(host.sent[0]?.body ?? ''), { conversation: 'c-7', text: 'Hi' });
  assert.deepEqual(host.sent[0]?.credentials, ['api']);
});

test('a refused token asks the admin', () => {
  host.answers(401, 'no');
  assert.throws(() => outbound.send(account(), outgoing()), { case: 'auth-expired' });
  host.answers(401);
  assert.deepEqual(settings.check(account()).problems.map(([name]) => name), ['api_token']);
});
