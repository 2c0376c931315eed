import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  PluginFailure, ask, batch, characters, choice, config, detail, event, failure, flag, fromUtf8,
  host as lent, implement, integer, readAll, reading, send, split, store, text, toUtf8, units,
  type Webhook,
} from '../src/index.ts';
import { account, blob, host, posted } from '../src/testing/index.ts';

beforeEach(() => host.reset());

function thrown(run: () => unknown): PluginFailure {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof PluginFailure, String(error));
    return error;
  }
  throw new Error('nothing was thrown');
}

test('settings are read with their defaults, and each problem is named', () => {
  const shape = { url: text('https://a.example'), size: integer(5), loud: flag(), tone: choice(['warm', 'dry'], 'warm') };
  assert.deepEqual(config(account({ size: 7, url: '' }), shape), {
    url: 'https://a.example', size: 7, loud: false, tone: 'warm',
  });
  const refused = thrown(() => config(account({ size: 'x', tone: 'odd' }), { ...shape, key: text() }));
  assert.equal(refused.case, 'needs-config');
  assert.deepEqual((refused.payload.val as [string, unknown][]).map(([name]) => name), ['size', 'tone', 'key']);
  assert.match(refused.message, /tone: plugin.settings: This setting has to be one of warm, dry/);
});

test('a batch holds only what was given', () => {
  host.now = 42;
  const made = batch({
    events: [event.message({ externalId: 'm', thread: 't', channel: 'C', from: { externalId: 'p' }, text: 'hi' })],
    cursor: 'next',
    store: { a: 'x', b: null },
    timers: { later: 9, never: null },
  });
  const [first] = made.events;
  assert.ok(first?.tag === 'message');
  assert.equal(first.val.atMs, 42);
  assert.deepEqual(first.val.from, { externalId: 'p', displayName: null, attrs: [] });
  assert.deepEqual(made.kv, [{ key: 'a', value: toUtf8('x') }, { key: 'b', value: null }]);
  assert.deepEqual(made.timers, [{ name: 'later', atMs: 9 }, { name: 'never', atMs: null }]);
  assert.equal(fromUtf8(made.cursor ?? new Uint8Array()), 'next');
  assert.deepEqual(batch(), { events: [], cursor: null, kv: [], timers: [], visitor: [] });
});

test('a request carries what was asked for and its answer is read', () => {
  host.answers(201, { id: 'x' }, { 'Retry-After': '3' });
  const answer = send('https://a.example/v1', { json: { a: 'é' }, credentials: ['api'], headers: { 'X-Op': '1' } });
  assert.deepEqual([answer.status, answer.ok, answer.header('retry-after')], [201, true, '3']);
  assert.deepEqual(answer.json(), { id: 'x' });
  assert.deepEqual(host.sent, [{
    method: 'POST', url: 'https://a.example/v1', body: '{"a":"é"}', credentials: ['api'],
    headers: { 'content-type': 'application/json', 'x-op': '1' },
  }]);
  host.answers(200);
  ask('https://a.example/form', { form: { 'a b': 'c&d' } });
  assert.equal(host.sent[1]?.body, 'a%20b=c%26d');
});

test('a lost answer is harmless while asking and unknown while sending', () => {
  const cases: [Parameters<typeof host.fails>[0], string, string][] = [
    [{ tag: 'timeout', val: true }, 'retryable', 'outcome-unknown'],
    [{ tag: 'timeout', val: false }, 'retryable', 'retryable'],
    [{ tag: 'denied', val: detail('egress.denied', 'no') }, 'permanent', 'permanent'],
    [{ tag: 'dns', val: detail('net.dns', 'no') }, 'retryable', 'retryable'],
    [{ tag: 'too-large' }, 'outcome-unknown', 'outcome-unknown'],
    [{ tag: 'budget' }, 'permanent', 'permanent'],
  ];
  for (const [error, asking, sending] of cases) {
    host.fails(error);
    assert.equal(thrown(() => ask('https://a.example')).case, asking, error.tag);
    host.fails(error);
    assert.equal(thrown(() => send('https://a.example')).case, sending, error.tag);
  }
});

test('an answer that cannot be read leaves open what happened, when something was to happen', () => {
  for (const [status, sending] of [[200, 'outcome-unknown'], [500, 'permanent']] as const) {
    host.answers(status, '{');
    assert.equal(thrown(() => send('https://a.example').json()).case, sending);
    host.answers(status, '{');
    assert.equal(thrown(() => ask('https://a.example').json()).case, 'permanent');
  }
});

test('each refusal is told from the others', () => {
  for (const [status, expected] of [
    [400, 'permanent'], [401, 'auth-expired'], [403, 'permanent'], [408, 'retryable'], [429, 'rate-limited'], [503, 'retryable'],
  ] as const) {
    host.answers(status, 'no', { 'Retry-After': '2.5' });
    const refused = ask('https://a.example').refusal('acme');
    assert.equal(refused.case, expected);
    assert.match(refused.message, new RegExp(`^acme.${status}: `));
  }
  host.answers(429, '', { 'Retry-After': '2.5' });
  assert.deepEqual(ask('https://a.example').refusal('acme').payload.val, [
    detail('acme.429', 'The provider asked for fewer requests.', ''), { afterMs: 2500, maxAttempts: null },
  ]);
});

test('what a plugin throws means something to the host', () => {
  const webhook = implement<Webhook>({
    handle(_account, { body }) {
      const { kind } = JSON.parse(fromUtf8(body)) as { kind: string };
      if (kind === 'refused') {
        throw failure.permanent(detail('acme.400', 'No.', 'provider said no'));
      }
      throw new TypeError('a slip');
    },
  });
  const call = (body: unknown) => () => webhook.handle(account(), posted(body));
  assert.equal(thrown(call('{')).payload.tag, 'permanent');
  assert.equal(thrown(call({ kind: 'refused' })).message, 'acme.400: No.');
  assert.throws(call({ kind: 'x' }), TypeError);
  assert.equal(host.log[0]?.fields['function'], 'handle');
});

test('a body of another form is a permanent failure, and quickly', () => {
  const meaning = ({ id, sender }: { id: string; sender: { id: string } }) =>
    event.message({ externalId: id, thread: 't', channel: 'C', from: { externalId: sender.id } }).tag;
  const read = (body: Uint8Array | string) => reading(typeof body === 'string' ? toUtf8(body) : body, meaning);
  assert.equal(read(' {"id":"m","sender":{"id":"p"}}'), 'message');
  const bytes = new Uint8Array(5 << 20).map((_, at) => at % 251);
  for (const odd of ['', '  ', '{', 'null', '7', '{"id":"m"}', '{"id":5,"sender":{"id":"p"}}', bytes]) {
    assert.equal(thrown(() => read(odd)).case, 'permanent');
  }
  assert.throws(() => reading(toUtf8('{}'), () => { throw new RangeError('a slip'); }), RangeError);
});

test('what is no text or time where one belongs makes no event', () => {
  const sender = { externalId: 'p' };
  const message = { externalId: 'm', thread: 't', channel: 'C', from: sender };
  const receipt = { externalId: 'm', status: 'read', atMs: 5 };
  const edit = { externalId: 'm', thread: 't', deleted: true, atMs: 5 };
  const reaction = { externalId: 'm', thread: 't', from: sender, atMs: 5 };
  for (const [make, good, odd] of [
    [event.message, message, [{ text: 7 }, { thread: null }, { atMs: 'now' }, { from: { externalId: 'p', displayName: 7 } }]],
    [event.receipt, receipt, [{ externalId: 5 }, { status: undefined }, { atMs: Number.NaN }, { code: 7 }]],
    [event.edit, edit, [{ text: [] }, { atMs: -1 }]],
    [event.reaction, reaction, [{ emoji: 7 }, { from: { externalId: null } }]],
  ] as const) {
    const loosely = make as (parts: object) => unknown;
    assert.ok(loosely(good));
    for (const part of odd) {
      assert.throws(() => loosely({ ...good, ...part }), TypeError, JSON.stringify(part));
    }
  }
  assert.throws(() => event.signal(7 as unknown as string, 'typing'), /thread has to be a text/);
});

test('text survives bytes and back, damage included', () => {
  for (const sample of ['', 'plain', 'zażółć 汉字 🙂', 'x'.repeat(100_000)]) {
    assert.deepEqual(toUtf8(sample), new Uint8Array(new TextEncoder().encode(sample)));
    assert.equal(fromUtf8(toUtf8(sample)), sample);
  }
  assert.equal(fromUtf8(Uint8Array.of(97, 0xff, 98, 0xc3)), 'a\ufffdb\ufffd');
  assert.equal(fromUtf8(toUtf8('\ud800')), '\ufffd');
});

test('blobs are read in pieces, within a limit', () => {
  const bytes = new Uint8Array(600_000).fill(7);
  assert.deepEqual(readAll(blob(bytes), 600_000), bytes);
  assert.match(thrown(() => readAll(blob(bytes), 10)).message, /larger than the 10 bytes/);
  const made = store(bytes, 'image/png', 'a.png');
  assert.deepEqual([made.meta(), made.read(599_999, 9).length], [{ mime: 'image/png', filename: 'a.png', size: 600_000 }, 1]);
});

test('the host is what the test says', () => {
  host.stored('k', 'v');
  host.secret('token');
  assert.deepEqual([lent.text('k'), lent.value('none'), lent.secretExists('token')], ['v', undefined, true]);
  assert.equal(fromUtf8(lent.sign('token', 'data')), 'token:data');
  assert.throws(() => ask('https://a.example'), /no answer for GET/);
});

test('a long text is cut where a reader would pause', () => {
  assert.deepEqual(split(' hello \n', 10), ['hello']);
  assert.deepEqual(split(' \n ', 10), []);
  assert.deepEqual(split('one two\n\nthree\nfour five', 20), ['one two', 'three\nfour five']);
  assert.deepEqual(split('One two. Three four five six', 20), ['One two.', 'Three four five six']);
  const long = '😀é'.repeat(30);
  for (const length of [characters, units, (piece: string) => toUtf8(piece).length]) {
    const pieces = split(long, 25, length);
    assert.ok(pieces.every((piece) => length(piece) <= 25));
    assert.equal(pieces.join(''), long);
  }
  // An emoji of several parts is not torn, and one alone that is too long is cut all the same.
  const family = '👩\u200d👩\u200d👧';
  assert.deepEqual(split('a'.repeat(6) + family, 9), ['a'.repeat(6), family]);
  const marks = 'e' + '\u0301'.repeat(40);
  assert.equal(split(marks, 10).join(''), marks);
});
