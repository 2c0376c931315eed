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

function events(body: unknown) {
  const [reply, batch] = webhook.handle(account(), posted(body));
  assert.equal(reply, null);
  return batch.events;
}

test('a message becomes an event', () => {
  const [event] = events(recorded('message'));
  assert.ok(event?.tag === 'message');
  const { externalId, thread, text, replyTo, from, atMs } = event.val;
  assert.deepEqual([externalId, thread, text, replyTo], ['msg_1', 'conv_7', 'Hello', 'msg_0']);
  assert.deepEqual([from.externalId, from.displayName, atMs], ['usr_1', 'Ann', 1_700_000_000_000]);
});

test('what else the provider tells becomes what it is', () => {
  const message = { id: 'm', conversation: 'c' };
  const at = { externalId: 'm', thread: 'c', atMs: 5 };
  const ann = { externalId: 'u', displayName: 'Ann', attrs: [] };
  const sender = { id: 'u', name: 'Ann' };
  for (const [incoming, expected] of [
    [{ type: 'edit', sent_at: 5, message: { ...message, text: 'b' } }, { tag: 'edit', val: { ...at, text: 'b', deleted: false } }],
    [{ type: 'delete', sent_at: 5, message }, { tag: 'edit', val: { ...at, deleted: true } }],
    [{ type: 'reaction', sent_at: 5, message, sender, emoji: '👍' }, { tag: 'reaction', val: { ...at, from: ann, emoji: '👍' } }],
    [{ type: 'reaction', sent_at: 5, message, sender, emoji: '' }, { tag: 'reaction', val: { ...at, from: ann, emoji: null } }],
    [{ type: 'typing', conversation: 'c' }, { tag: 'signal', val: { thread: 'c', kind: 'typing' } }],
    [{ type: 'read', sent_at: 5, message }, { tag: 'receipt', val: { ...at, status: 'read' } }],
  ] as const) {
    assert.deepEqual(events(incoming), [expected], incoming.type);
  }
  assert.deepEqual(events({ type: 'party', sent_at: 5 }), []);
});

test('a body of another form is a permanent failure', () => {
  for (const odd of ['{', 'null', { type: 'message' }, { type: 'read', sent_at: 'now', message: { id: 5 } }]) {
    assert.throws(() => events(odd), { case: 'permanent' }, JSON.stringify(odd));
  }
});

test('a text is sent once, whatever happens to the answer', () => {
  host.answers(201, { id: 'msg_9' });
  const sent = outbound.send(account(), outgoing({ thread: 'conv_7', text: 'Hi', opId: 'op-7' }));
  assert.deepEqual(sent.externalIds, ['msg_9']);
  const [request] = host.sent;
  assert.equal(request?.headers['idempotency-key'], 'op-7');
  assert.deepEqual(JSON.parse(request?.body ?? ''), { conversation: 'conv_7', text: 'Hi' });
  host.fails({ tag: 'timeout', val: true });
  assert.throws(() => outbound.send(account(), outgoing()), { case: 'outcome-unknown' });
  for (const odd of ['{"id":', 'null', {}]) {
    host.answers(201, odd);
    assert.throws(() => outbound.send(account(), outgoing()), { case: 'outcome-unknown' });
  }
});

test('each refusal is told from the others', () => {
  for (const [status, expected] of [[400, 'permanent'], [401, 'auth-expired'], [403, 'permanent'], [429, 'rate-limited'], [500, 'retryable']] as const) {
    host.answers(status, 'no', { 'Retry-After': '3' });
    assert.throws(() => outbound.send(account(), outgoing()), { case: expected }, String(status));
  }
  host.answers(429, 'no', { 'Retry-After': '3' });
  assert.throws(() => outbound.send(account(), outgoing()), (error: { payload?: { val: [unknown, { afterMs: number }] } }) => error.payload?.val[1].afterMs === 3000);
});

test('settings are checked and the webhook is registered without the plugin seeing a secret', () => {
  host.answers(200, { id: 'a-1', name: 'The shop' });
  assert.equal(settings.check(account()).title, 'The shop');
  host.answers(401);
  assert.deepEqual(settings.check(account()).problems.map(([name]) => name), ['api_token']);
  host.answers(503);
  assert.throws(() => settings.check(account()), { case: 'retryable' });
  host.answers(200, {});
  settings.connect(account(), 'https://desk.example.com/hook');
  const request = host.sent.at(-1);
  assert.deepEqual([request?.method, request?.credentials], ['PUT', ['api', 'webhook']]);
  assert.match(request?.body ?? '', /\{credential:webhook\}/);
});
