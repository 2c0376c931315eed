import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { account, host, outgoing, posted } from '@patchbay/plugin/testing';
import { outbound, settings, webhook } from '../src/index.ts';

/** A recorded body of `fixtures/webhook`. */
function recorded(name: string): unknown {
  const file = new URL(`../fixtures/webhook/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { input: { body: unknown } }).input.body;
}

beforeEach(() => host.reset());

test('a message becomes an event', () => {
  const [, { events }] = webhook.handle(account(), posted(recorded('message')));
  const [event] = events;
  assert.ok(event?.tag === 'message');
  assert.deepEqual([event.val.externalId, event.val.thread, event.val.text], ['m-1', 'c-7', 'Hello']);
});

test('another kind of event is nothing to us', () => {
  assert.deepEqual(webhook.handle(account(), posted(recorded('typing')))[1].events, []);
});

test('a body of another form is a permanent failure', () => {
  for (const odd of [null, { kind: 'message', message: { id: 5 } }]) {
    assert.throws(() => webhook.handle(account(), posted(odd)), { case: 'permanent' });
  }
});

test('a text is sent with the credential', () => {
  host.answers(200, { id: 'out-1' });
  const sent = outbound.send(account(), outgoing({ thread: 'c-7', text: 'Hi' }));
  assert.deepEqual(sent.externalIds, ['out-1']);
  assert.deepEqual(JSON.parse(host.sent[0]?.body ?? ''), { key: 'op-1', conversation: 'c-7', text: 'Hi' });
  assert.deepEqual(host.sent[0]?.credentials, ['api']);
});

test('a yes that cannot be read leaves open what happened', () => {
  for (const odd of ['{"id":', 'null', {}]) {
    host.answers(200, odd);
    assert.throws(() => outbound.send(account(), outgoing()), { case: 'outcome-unknown' });
  }
});

test('a refused token asks the admin', () => {
  host.answers(401, 'no');
  assert.throws(() => outbound.send(account(), outgoing()), { case: 'auth-expired' });
  host.answers(401, 'no');
  assert.throws(() => settings.check(account()), { case: 'auth-expired' });
});
