import { beforeEach, expect, it } from 'vitest';
import { findEmoji } from './find';
import { loadEmoji } from './names';
import { recentEmoji, rememberEmoji } from './recent';

beforeEach(() => localStorage.clear());

it('finds by short code, by name and by words, in each language', async () => {
  const first = async (language: string, typed: string) => findEmoji(await loadEmoji(language), typed, [], 8)[0]?.emoji;
  expect(await first('en', '+1')).toBe('👍');
  expect(await first('en', 'red_heart')).toBe('❤️');
  expect(await first('en', 'PARTY POP')).toBe('🎉');
  expect(await first('ms', 'hati merah')).toBe('❤️');
  expect(await first('zh', '红心')).toBe('❤️');
  expect(await first('zh', '+1')).toBe('👍');
  expect(await first('en', 'no such thing')).toBeUndefined();
});

it('puts what was used last first, and shows it before anything is typed', async () => {
  const all = await loadEmoji('en');
  const plain = findEmoji(all, 'smile', [], 8).map(({ emoji }) => emoji);
  const other = plain[5] ?? '';
  rememberEmoji('🚀');
  rememberEmoji(other);
  rememberEmoji('🚀');
  expect(recentEmoji()).toEqual(['🚀', other]);
  expect(findEmoji(all, 'smile', recentEmoji(), 8)[0]?.emoji).toBe(other);
  expect(findEmoji(all, '', recentEmoji(), 8).slice(0, 2).map(({ emoji }) => emoji)).toEqual(['🚀', other]);
});

it('keeps a few, and begins anew where what was kept cannot be read', () => {
  for (let at = 0; at < 40; at += 1) rememberEmoji(`e${at}`);
  expect(recentEmoji()).toHaveLength(16);
  expect(recentEmoji()[0]).toBe('e39');
  localStorage.setItem('patchbay.emoji.recent', '{');
  expect(recentEmoji()).toEqual([]);
});
