import { describe, expect, it } from 'vitest';
import type { WireMessage } from '../transport/wire';
import { accepted, applyHistory, applyMessage, discard, EMPTY, mark, nextOut, queue, type Transcript } from './transcript';

function message(id: string, tsMs: number, more: Partial<WireMessage> = {}): WireMessage {
  return { id, clientId: null, from: 'agent', name: 'Bob', text: id, tsMs, attachments: [], ...more };
}

const texts = (transcript: Transcript) => transcript.lines.map((line) => line.text);
const out = (id: string) => ({ id, text: id, uploads: [], tsMs: 50 });

describe('order', () => {
  it('is the server’s, whatever way a message came', () => {
    let now = applyMessage(EMPTY, message('third', 3), 12);
    now = applyHistory(now, { messages: [message('first', 1), message('second', 2)], seq: 11, ended: false });
    expect(texts(now)).toEqual(['first', 'second', 'third']);
  });

  it('keeps arrival order at equal times', () => {
    let now = EMPTY;
    for (const id of ['a', 'b', 'c']) now = applyMessage(now, message(id, 7), null);
    expect(texts(now)).toEqual(['a', 'b', 'c']);
  });

  it('keeps unsent messages below everything the server has', () => {
    let now = queue(EMPTY, out('q1'));
    now = applyMessage(now, message('later', 99_999), null);
    expect(texts(now)).toEqual(['later', 'q1']);
  });
});

describe('duplicates', () => {
  it('a message seen twice is one line', () => {
    let now = applyMessage(EMPTY, message('m', 1), 5);
    now = applyMessage(now, message('m', 1, { text: 'edited' }), 5);
    expect(texts(now)).toEqual(['edited']);
  });

  it('an own message that comes back with our id becomes the sent one', () => {
    let now = queue(EMPTY, out('q1'));
    const { key } = now.lines[0] ?? { key: '' };
    now = applyMessage(now, message('41', 9, { from: 'visitor', clientId: 'q1' }), 6);
    expect(now.lines).toMatchObject([{ key, id: '41', state: 'sent' }]);
    expect(accepted(now, 'q1', '41', null)).toBe(now);
  });

  it('an own message that came back without our id is joined by the answer', () => {
    let now = queue(EMPTY, out('q1'));
    now = applyMessage(now, message('41', 9, { from: 'visitor' }), 6);
    expect(now.lines).toHaveLength(2);
    now = accepted(now, 'q1', '41', null);
    expect(now.lines).toMatchObject([{ id: '41', clientId: 'q1', tsMs: 9 }]);
  });

  it('taking up a kept message that is already there changes nothing', () => {
    const now = applyMessage(EMPTY, message('41', 9, { clientId: 'q1' }), null);
    expect(queue(now, out('q1'))).toBe(now);
  });
});

describe('the cursor', () => {
  it('only ever goes forward', () => {
    let now = applyMessage(EMPTY, message('m', 1), 9);
    now = applyHistory(now, { messages: [], seq: 4, ended: false });
    expect(now.cursor).toBe(9);
    expect(applyMessage(now, message('n', 2), null).cursor).toBe(9);
  });
});

describe('the outbox', () => {
  it('hands over one after the other and steps over what failed', () => {
    let now = queue(queue(EMPTY, out('q1')), out('q2'));
    expect(nextOut(now)?.id).toBe('q1');
    now = mark(now, 'q1', 'failed', 'invalid');
    expect(nextOut(now)?.id).toBe('q2');
    now = accepted(now, 'q2', '7', 60);
    expect(nextOut(now)).toBeNull();
    expect(texts(discard(now, 'q1'))).toEqual(['q2']);
  });

  it('never discards or marks what the server already has', () => {
    const now = accepted(queue(EMPTY, out('q1')), 'q1', '7', 60);
    expect(discard(now, 'q1').lines).toHaveLength(1);
    expect(mark(now, 'q1', 'failed', 'x').lines[0]?.state).toBe('sent');
  });

  it('without a time from the server a sent message goes after all known ones', () => {
    let now = applyMessage(EMPTY, message('m', 5000), null);
    now = accepted(queue(now, out('q1')), 'q1', '7', null);
    expect(texts(now)).toEqual(['m', 'q1']);
  });
});
