import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ask, config, fromJson, reading, send, text, toJson, toUtf8 } from '../src/index.ts';
import { account, host } from '../src/testing/index.ts';

beforeEach(() => host.reset());

test('whole numbers above 2^53 keep their digits', () => {
  const cases: [string, unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['[1, 9007199254740993 ,2]', [1, '9007199254740993', 2]],
    ['{"id":9007199254740993,"n":7}', { id: '9007199254740993', n: 7 }],
    ['{"9007199254740993":"9007199254740993"}', { '9007199254740993': '9007199254740993' }],
    ['"a \\" 9007199254740993"', 'a " 9007199254740993'],
    ['"\\\\", 1', undefined],
    ['["\\\\",9007199254740993]', ['\\', '9007199254740993']],
    ['1.0000000000000000001', 1.0000000000000000001],
    ['[0.12345678901234567,1e20,1234567890123456.5]', [0.12345678901234567, 1e20, 1234567890123456.5]],
    ['9007199254740992', '9007199254740992'],
    ['0000000000000000001', undefined],
    ['00009007199254740993', undefined],
  ];
  for (const [json, value] of cases) {
    if (value === undefined) {
      assert.throws(() => fromJson(json), SyntaxError, json);
    } else {
      assert.deepEqual(fromJson(json), value, json);
      assert.deepEqual(fromJson(toUtf8(json)), value, json);
    }
  }
});

test('what providers send and answer is read so', () => {
  assert.equal(reading(toUtf8('{"id":9007199254740993}'), ({ id }: { id: unknown }) => String(id)), '9007199254740993');
  host.answers(200, '{"id":9007199254740993}');
  assert.deepEqual(ask('https://a.example').json(), { id: '9007199254740993' });
  const entered = { ...account(), config: '{"page":9007199254740993}' };
  assert.equal(config(entered, { page: text() }).page, '9007199254740993');
});

test('a bigint is written as the number it is', () => {
  const value = { id: 9007199254740993n, at: new Date(0), list: [1n, undefined, 'x'], none: undefined, text: '"1n"' };
  assert.equal(toJson(value), '{"id":9007199254740993,"at":"1970-01-01T00:00:00.000Z","list":[1,null,"x"],"text":"\\"1n\\""}');
  assert.equal(toJson(undefined), 'null');
  for (const same of [{ a: [1, { b: null }], c: 'é', d: true }, [], {}, 'x', 0.5, null]) {
    assert.equal(toJson(same), JSON.stringify(same));
  }
  host.answers(200, {});
  send('https://a.example', { json: { id: 9007199254740993n } });
  assert.equal(host.sent[0]?.body, '{"id":9007199254740993}');
});
