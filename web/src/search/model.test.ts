import { expect, it } from 'vitest';
import { activeChip, asksNothing, cut, keyed, marksIn, nothing, pageOf, pagesOf, parse, withKey, type Found } from './model';

const asked = (over: object = {}) => ({ words: '', from: '', contact: '', label: '', number: '', ...over });

it.each([
  ['hello', asked({ words: 'hello' })],
  ['number:12', asked({ number: '12' })],
  ['Ticket:#12  brass lamp', asked({ number: '#12', words: 'brass lamp' })],
  ['label:"Second floor" x', asked({ label: '"Second floor"', words: 'x' })],
  ['from:a message:"b c" d', asked({ from: 'a', words: '"b c" d' })],
  ['https://x.my at 10:30', asked({ words: 'https://x.my at 10:30' })],
  ['label:“二 楼”', asked({ label: '"二 楼"' })],
  ['from:', asked()],
  ['  ', asked()],
])('reads %s', (text, expected) => {
  expect(parse(text)).toEqual(expected);
});

it('knows when nothing is asked for', () => {
  expect(asksNothing(parse(' from: '))).toBe(true);
  expect(asksNothing(parse('x'))).toBe(false);
});

it('puts keys and values into the input', () => {
  expect(withKey('', 'from')).toBe('from:');
  expect(withKey('lamp ', 'number')).toBe('lamp number:');
  expect(withKey('lamp from:', 'from')).toBe('lamp from:');
  expect(keyed('label', 'Late')).toBe('label:Late');
  expect(keyed('contact', 'Mei "M" Ling')).toBe('contact:"Mei M Ling"');
  expect(activeChip('from:a lamp')?.entity).toBe('From');
  expect(activeChip('from:a ticket:1')?.entity).toBe('Ticket');
  expect(activeChip('message:x http://a')).toBeNull();
});

it('pages as far as the longest section goes', () => {
  const found: Found = { labels: nothing, contacts: nothing, agents: nothing, messages: nothing, posts: nothing, indexing: null };
  expect(pagesOf(found)).toBe(1);
  expect(pagesOf({ ...found, posts: { rows: [], count: 7, more: false } })).toBe(2);
  expect(pagesOf({ ...found, posts: { rows: [], count: 7, more: false }, messages: { rows: [], count: 1000, more: true } })).toBe(167);
  expect(pageOf([1, 2, 3, 4, 5, 6, 7], 1)).toEqual({ rows: [7], count: 7, more: false });
});

it('marks what was found', () => {
  expect(cut('Is the lamp in?', [[7, 4]])).toEqual([
    { text: 'Is the ', marked: false },
    { text: 'lamp', marked: true },
    { text: ' in?', marked: false },
  ]);
  expect(marksIn('Mei Ling', 'LING mei')).toEqual([
    [0, 3],
    [4, 4],
  ]);
  expect(marksIn('aaa', 'aa a')).toEqual([[0, 2]]);
});
