import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../tests/builders';
import { chunksOf, groupByDay, laterState, layMessage, layOlder, linkParts, readDays, splitQuoted } from './model';

describe('laying messages', () => {
  const local = aMessage({ id: 'queue-abcdefghij', queue_id: 'queue-abcdefghij', direction: 'out', state: 'sending', ts_ms: 5 });
  const confirmed = { ...local, id: 7, state: 'queued' as const };

  it('replaces the temporary id by the server id', () => {
    expect(layMessage([local], confirmed)).toEqual([confirmed]);
  });
  it('never covers what the server said with a local copy', () => {
    expect(layMessage([confirmed], { ...local, state: 'failed' })).toEqual([confirmed]);
  });
  it('lets an overtaken answer not walk a state back', () => {
    const sent = { ...confirmed, state: 'sent' as const };
    expect(layMessage([sent], confirmed)[0]?.state).toBe('sent');
  });
  it('orders by time with unconfirmed ones last', () => {
    const early = aMessage({ id: 1, ts_ms: 1 });
    const late = aMessage({ id: 2, ts_ms: 9 });
    expect(layMessage(layMessage([local], late), early).map((message) => message.id)).toEqual([1, 2, local.id]);
  });
  it('puts older ones in front once', () => {
    const two = aMessage({ id: 2 });
    expect(layOlder([two], [aMessage({ id: 1 }), two]).map((message) => message.id)).toEqual([1, 2]);
  });
});

it.each([
  ['sent', 'queued', 'sent'],
  ['queued', 'delivered', 'delivered'],
  ['sent', 'failed', 'failed'],
  ['failed', 'queued', 'queued'],
] as const)('%s then told %s is %s', (known, told, expected) => {
  expect(laterState(known, told)).toBe(expected);
});

it('reads the total and the days', () => {
  const days = readDays([{ total: 65 }, { messages: [aMessage()] }]);
  expect(days.total).toBe(65);
  expect(days.messages).toHaveLength(1);
});

it('groups by day in order', () => {
  const groups = groupByDay([aMessage({ ts_ms: 1 }), aMessage({ id: 2, ts_ms: 2 }), aMessage({ id: 3, ts_ms: 30 })], (ms) => String(Math.floor(ms / 10)));
  expect(groups.map((group) => group.messages.length)).toEqual([2, 1]);
});

it('cuts a day where pages began, so that what comes in at either end leaves the others as they are', () => {
  const of = (...ids: number[]) => ids.map((id) => aMessage({ id }));
  const ids = (messages: ReturnType<typeof of>, ...starts: number[]) =>
    chunksOf(messages, new Set(starts)).map((chunk) => chunk.map(({ id }) => id));
  expect(ids(of())).toEqual([]);
  expect(ids(of(5, 6))).toEqual([[5, 6]]);
  expect(ids(of(2, 3, 5, 6), 5)).toEqual([[2, 3], [5, 6]]);
  expect(ids(of(1, 2, 3, 5, 6, 7), 5, 2)).toEqual([[1], [2, 3], [5, 6, 7]]);
  // One that is not there any more cuts nothing.
  expect(ids(of(5, 6), 4)).toEqual([[5, 6]]);
});

describe('text', () => {
  it('folds the quoted tail with its lead line', () => {
    expect(splitQuoted('Thanks.\n\nOn Monday, A wrote:\n> Hello\n> there\n')).toEqual({
      text: 'Thanks.',
      quoted: 'On Monday, A wrote:\n> Hello\n> there',
    });
  });
  it('leaves a text without a quote, and a text that is only a quote', () => {
    expect(splitQuoted('a > b').quoted).toBe('');
    expect(splitQuoted('> all of it').quoted).toBe('');
  });
  it('links addresses without their full stop and never anything else', () => {
    expect(linkParts('See https://a.example/x. javascript:alert(1)')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.example/x', href: 'https://a.example/x' },
      { kind: 'text', text: '. javascript:alert(1)' },
    ]);
  });
});
