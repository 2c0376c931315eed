import { expect, it } from 'vitest';
import type { CannedReply } from '../../api/types';
import { offered, slashAt } from './slash';

it.each([
  ['/', 1, { start: 0, query: '' }],
  ['/he', 3, { start: 0, query: 'he' }],
  ['Hello /he', 9, { start: 6, query: 'he' }],
  ['line\n/he', 8, { start: 5, query: 'he' }],
  ['/hello you', 3, { start: 0, query: 'he' }],
  ['/问候', 3, { start: 0, query: '问候' }],
  ['and/or', 6, null],
  ['https://a', 9, null],
  ['/he llo', 7, null],
  ['/a/b', 4, null],
  ['', 0, null],
])('%s at %i', (text, caret, expected) => {
  expect(slashAt(text, caret)).toEqual(expected);
});

it('offers shortcuts before titles', () => {
  const reply = (id: number, shortcut: string, title: string): CannedReply => ({
    id, shortcut, title, text: '', shared: true, uses: 0, updated_at: 0,
  });
  const all = [reply(1, 'bye', 'Refund done'), reply(2, 'refund', 'Money back'), reply(3, 'x', 'Other')];
  expect(offered(all, 'Ref').map((one) => one.id)).toEqual([2, 1]);
  expect(offered(all, '')).toHaveLength(3);
  expect(offered(all, 'zzz')).toEqual([]);
});
