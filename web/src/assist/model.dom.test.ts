import { beforeEach, describe, expect, it } from 'vitest';
import { aRecommendation } from '../../tests/assist';
import { aMessage } from '../../tests/builders';
import type { JsonValue } from '../api/json';
import { confidenceOf, isSameText, isSettled, newestAsked, numbered, proposedAlready, recommendationOf, settle, wordsOf } from './model';

const stored = (over = {}) => aRecommendation(over) as unknown as JsonValue;

beforeEach(() => localStorage.clear());

it('takes only what has the shape of a proposal', () => {
  expect(recommendationOf(aMessage({ recommendation: stored() }))?.id).toBe(31);
  for (const recommendation of [null, '', 'text', [], {}, { id: 1 }] as JsonValue[]) expect(recommendationOf(aMessage({ recommendation }))).toBeNull();
});

describe('the message that is answered', () => {
  it('is the newest of the customer that says something', () => {
    const messages = [aMessage({ id: 1 }), aMessage({ id: 2, message: ' ' }), aMessage({ id: 3, deleted: true }), aMessage({ id: 4, direction: 'out' })];
    expect(newestAsked(messages)?.id).toBe(1);
    expect(newestAsked([aMessage({ direction: 'note' })])).toBeNull();
  });

  it('shows what is there already, until somebody answered', () => {
    const asked = aMessage({ id: 5, recommendation: stored() });
    expect(proposedAlready([aMessage({ id: 4, direction: 'out' }), asked])?.messageId).toBe(5);
    expect(proposedAlready([asked, aMessage({ id: 6, direction: 'out' })])).toBeNull();
    expect(proposedAlready([asked, aMessage({ id: 7 })])).toBeNull();
  });
});

it.each([
  [0.82, { percent: 82, level: 'high' }],
  [0.5, { percent: 50, level: 'medium' }],
  [0.1, { percent: 10, level: 'low' }],
  [null, null],
])('says how sure %s is', (confidence, said) => expect(confidenceOf({ confidence })).toEqual(said));

it('numbers places in their order, and the same place once', () => {
  const [a, b] = [7, 8].map((article_id) => ({ article_id, language: 'en', title: '', path: '', quote: 'q', published_at: 0 }));
  if (a === undefined || b === undefined) throw new Error('There are two.');
  const found = numbered([{ text: 'x', sources: [a, b] }, { text: 'y', sources: [b] }]);
  expect(found.map(({ sources }) => sources.map(({ number }) => number))).toEqual([[1, 2], [2]]);
});

it('gives the words in the language that is shown, and none where a person has to decide', () => {
  expect(wordsOf(aRecommendation())).toContain('five days');
  expect(wordsOf(aRecommendation({ translation: 'Lima hari.' }))).toBe('Lima hari.');
  expect([wordsOf(aRecommendation({ action: 'hand-off' })), wordsOf(aRecommendation({ action: 'nothing' }))]).toEqual(['', '']);
});

it('takes lines that are set otherwise for the same text', () => {
  expect([isSameText('Hello,\n\nyou ', 'Hello, you'), isSameText('Hello', 'Hullo')]).toEqual([true, false]);
});

it('remembers what was taken or dismissed, and not for ever', () => {
  localStorage.setItem('patchbay.assist.settled', 'none');
  expect(isSettled(1)).toBe(false);
  for (let id = 1; id <= 201; id += 1) settle(id);
  expect([isSettled(1), isSettled(2), isSettled(201)]).toEqual([false, true, true]);
});
