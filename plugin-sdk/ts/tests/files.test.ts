import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileUrls } from '../src/index.ts';
import { account, outgoing } from '../src/testing/index.ts';

function message(listed: string) {
  const file = { blob: null, mime: 'image/png', filename: 'a.png', kind: 'image', contentId: null };
  return outgoing({ attachments: [file], extras: [['attachment-json', listed]] });
}

test('files have the signed addresses of the desk', () => {
  const listed = JSON.stringify([{ id: 4, url: '/api/attachments/4?s=x', size: 9 }]);
  assert.deepEqual(fileUrls(account(), message(listed)), [
    { url: 'https://desk.example.com/api/attachments/4?s=x', mime: 'image/png', filename: 'a.png', kind: 'image', size: 9 },
  ]);
  assert.deepEqual(fileUrls(account(), outgoing({})), []);
});

test('without a public address there are none', () => {
  const nowhere = { ...account(), publicUrl: '' };
  for (const [who, listed] of [[nowhere, '[{"url":"/x"}]'], [account(), '[]'], [account(), 'rubbish'], [account(), '[null]']] as const) {
    assert.throws(() => fileUrls(who, message(listed)), /media\.no-address|public address/);
  }
});
