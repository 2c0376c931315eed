import { expect, it } from 'vitest';
import type { OutContent } from '../../api/content';
import type { Attachment } from '../../api/types';
import { bodyOf } from './draftLine';
import { EMPTY_DRAFT, isEmpty, joined, keepDraft, readDraft, sendable, without, type Draft } from './drafts';

const file = (id: number): Attachment => ({ id, url: '', mime: 'text/plain', filename: String(id), size: 1 });
const quote = (id: number) => ({ id, sender: 'Aisyah', message: 'Hello' });
const place = (latitude: number): OutContent => ({ kind: 'location', latitude, longitude: 1 });
const template: OutContent = { kind: 'template', name: 'hello', language: 'en', parameters: [] };
const a = (over: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...over });

const sent = a({
  text: 'First words',
  files: [file(1)],
  reply: quote(3),
  via: 9,
  contents: [place(1)],
  head: { to: ['a@b.co'], cc: [], subject: 'One' },
  sign: false,
});

it('brings everything back into an empty field', () => {
  expect(joined(EMPTY_DRAFT, sent)).toEqual(sent);
});

it('puts what comes back before what was begun meanwhile, and keeps the newer of what there is once', () => {
  const newer = a({
    text: 'and more',
    files: [file(2)],
    reply: quote(4),
    via: 8,
    contents: [place(2)],
    head: { to: ['c@d.co'], cc: [], subject: 'Two' },
    sign: true,
  });
  const both = joined(newer, sent);
  expect(both).toEqual({
    text: 'First words\nand more',
    html: null,
    files: [file(1), file(2)],
    reply: quote(4),
    via: 8,
    contents: [place(2)],
    head: { to: ['a@b.co', 'c@d.co'], cc: [], subject: 'Two' },
    sign: true,
  });
  expect(without(both, sent)).toMatchObject({ text: 'and more', files: [file(2)], reply: quote(4), contents: [place(2)], sign: true });
});

it.each([
  ['First words', ''],
  ['First words\nand more', 'and more'],
  ['My first words', 'My first words'],
])('takes out what was sent: %j leaves %j', (text, left) => {
  expect(without(a({ ...sent, text }), sent)).toEqual(a({ text: left, via: 9 }));
});

it('joins formatted words with others, and takes them out again', () => {
  const formatted = a({ text: 'One & two', html: '<p><strong>One &amp; two</strong></p>' });
  const plain = a({ text: '1 < 2\n3' });
  const both = joined(plain, formatted);
  expect(both).toMatchObject({ text: 'One & two\n1 < 2\n3', html: '<p><strong>One &amp; two</strong></p><p>1 &lt; 2</p><p>3</p>' });
  expect(without(both, formatted)).toMatchObject({ text: '1 < 2\n3', html: '<p>1 &lt; 2</p><p>3</p>' });
  expect(joined(formatted, plain).html).toBe('<p>1 &lt; 2</p><p>3</p><p><strong>One &amp; two</strong></p>');
  expect([joined(EMPTY_DRAFT, formatted), without(formatted, formatted)]).toEqual([formatted, EMPTY_DRAFT]);
  // What was changed since stays whole.
  const changed = a({ text: 'One & two!', html: '<p><em>One &amp; two!</em></p>' });
  expect(without(changed, formatted)).toEqual(changed);
  expect(bodyOf(formatted)).toContain('"html":"<p><strong>');
  expect(bodyOf(plain)).not.toContain('html');
});

it('keeps to whom it goes: nobody but a person changes that', () => {
  expect(isEmpty(a({ via: 9 }))).toBe(false);
  expect(joined(a({ via: 8 }), sent).via).toBe(9);
  expect(joined(a({ text: 'For the own customer' }), sent).via).toBeNull();
  expect(bodyOf(a({ text: 'x', via: 9 }))).not.toBe(bodyOf(a({ text: 'x' })));
  keepDraft('agent1', 77, a({ text: 'x', via: 9 }));
  expect(readDraft('agent1', 77)).toMatchObject({ text: 'x', via: 9 });
});

it('sends a template alone and leaves the rest', () => {
  const all = a({ text: 'Words', files: [file(1)], contents: [place(1), template], reply: quote(3), sign: true });
  const alone = sendable(all);
  expect(alone).toEqual(a({ contents: [template], reply: quote(3) }));
  expect(without(all, alone)).toEqual(a({ text: 'Words', files: [file(1)], contents: [place(1)], sign: true }));
  expect(sendable(sent)).toBe(sent);
});

it('keeps a head that somebody cleared, until it was sent', () => {
  const cleared = a({ head: { to: [], cc: [], subject: '', edited: true } });
  expect([isEmpty(cleared), bodyOf(cleared) === '']).toEqual([false, false]);
  expect(joined(EMPTY_DRAFT, cleared).head.edited).toBe(true);
  expect(isEmpty(without(cleared, cleared))).toBe(true);
  expect(without(cleared, EMPTY_DRAFT).head.edited).toBe(true);
});
