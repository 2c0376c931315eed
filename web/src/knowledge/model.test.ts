import { expect, it } from 'vitest';
import { categoryName, filterFrom, headingIn, isDue, isLive, isNarrowed, languageOf, linkText, questionOf, standingOf, titleFrom, titleOf, withClient, withFilter } from './model';
import type { ArticleState, TranslationSummary } from './types';

const at = (state: ArticleState, revision: number, published_revision: number | null) => ({ state, revision, published_revision });

it.each([
  ['draft', at('draft', 1, null), 'draft', false],
  ['published', at('published', 2, 2), 'published', true],
  ['published with a newer draft', at('published', 3, 2), 'changed', true],
  ['archived', at('archived', 3, null), 'archived', false],
  ['saved after an archive', at('draft', 4, null), 'draft', false],
])('says how a translation stands: %s', (_name, translation, standing, live) => {
  expect(standingOf(translation)).toBe(standing);
  expect(isLive(translation)).toBe(live);
});

it.each([
  ['ms-MY', 'ms'],
  ['zh-Hans', 'zh'],
  ['EN', 'en'],
  ['ta', 'en'],
  ['', 'en'],
])('takes %s for %s', (code, language) => expect(languageOf(code)).toBe(language));

it('names a category in the language, else in English, else at all', () => {
  expect(categoryName({ names: { en: 'Orders', ms: 'Pesanan' } }, 'ms')).toBe('Pesanan');
  expect(categoryName({ names: { en: 'Orders' } }, 'zh')).toBe('Orders');
  expect(categoryName({ names: { zh: '订单' } }, 'ms')).toBe('订单');
  expect(categoryName({ names: {} }, 'en')).toBe('');
});

it('calls an article by its title in the language, else by one that it has', () => {
  const one = (language: 'en' | 'ms', title: string) => ({ language, title }) as TranslationSummary;
  expect(titleOf({ translations: [one('en', 'Refunds'), one('ms', 'Bayaran balik')] }, 'ms')).toBe('Bayaran balik');
  expect(titleOf({ translations: [one('en', 'Refunds'), one('ms', '')] }, 'ms')).toBe('Refunds');
  expect(titleOf({ translations: [] }, 'ms')).toBe('');
});

it('keeps the filters in the address, and leaves out what is none', () => {
  const search = new URLSearchParams('q=lamp&language=ms&state=published&category=4&due=1');
  expect(filterFrom(search)).toEqual({ q: 'lamp', language: 'ms', state: 'published', category_id: 4, due: true });
  expect(filterFrom(new URLSearchParams('q=&language=xx&state=gone&category=none&due=0'))).toEqual({});
  expect(withFilter(search, 'q', '').toString()).toBe('language=ms&state=published&category=4&due=1');
  expect(withFilter(new URLSearchParams(), 'state', 'draft').toString()).toBe('state=draft');
  expect([isNarrowed({}), isNarrowed({ due: true })]).toEqual([false, true]);
});

it('is due from the review date on', () => {
  expect([isDue(null, 10), isDue(11, 10), isDue(10, 10)]).toEqual([false, false, true]);
});

it('knows headings by their address and names the client that an address named', () => {
  expect(['refunds', 'h-refunds'].map(headingIn)).toEqual(['h-refunds', 'h-refunds']);
  expect(questionOf('h-refunds')).toBe('refunds');
  expect(withClient('/support/kb/en', null)).toBe('/support/kb/en');
  expect(withClient('/support/kb/en', 'A & B')).toBe('/support/kb/en?client=A%20%26%20B');
});

it('writes a link so that plain text shows it', () => {
  expect(linkText('Refunds', 'https://desk.test/support/kb/en/1')).toBe('Refunds\nhttps://desk.test/support/kb/en/1');
  expect(titleFrom('green lamp')).toBe('Green lamp');
});
