import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byBusiness, event, fromUtf8, replacing, type wit } from '../src/index.ts';

function told(made: wit.effects.Event): unknown {
  assert.ok(made.tag === 'custom');
  return [made.val.kind, JSON.parse(fromUtf8(made.val.payload))];
}

test('what has no record is told by the documented names', () => {
  assert.deepEqual(told(event.consent({ thread: 't', contact: 'p', state: 'withdrawn', atMs: 5, text: 'Gone.' })), [
    'consent', { thread: 't', contact: 'p', topic: 'marketing', state: 'withdrawn', at_ms: 5, text: 'Gone.' },
  ]);
  assert.deepEqual(told(event.consent({ thread: 't', contact: 'p', topic: 'all', state: 'given' })), [
    'consent', { thread: 't', contact: 'p', topic: 'all', state: 'given' },
  ]);
  assert.deepEqual(told(event.receiptReason({ externalId: 'm', message: 'It is blocked.' })), [
    'receipt', { external_id: 'm', status: 'failed', message: 'It is blocked.' },
  ]);
  assert.deepEqual(byBusiness(' Bo '), [['authored-by', 'business'], ['author-name', 'Bo']]);
  assert.deepEqual(byBusiness(), [['authored-by', 'business']]);
  assert.deepEqual(replacing('m'), [['replaces', 'm']]);
});
