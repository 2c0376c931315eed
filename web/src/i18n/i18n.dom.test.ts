import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { loadTexts, setLanguage, suggestLanguage } from './i18n';

type Texts = { default: object };

/** A room's texts, and by language what lets them arrive. */
function room(name: string, late: readonly string[]) {
  const waiting = new Map<string, () => void>();
  const of = (code: string) => (): Promise<Texts> =>
    new Promise((resolve) => {
      const arrive = () => resolve({ default: { name: `${name} in ${code}` } });
      if (late.includes(code)) waiting.set(code, arrive);
      else arrive();
    });
  return { from: { en: of('en'), ms: of('ms'), zh: of('zh') }, arrive: (code: string) => waiting.get(code)?.() };
}

afterEach(async () => {
  await setLanguage('en');
  localStorage.clear();
});

it('has a room that is opened while another language comes in that language', async () => {
  const first = room('first', ['ms']);
  await loadTexts('first', first.from);
  const changed = setLanguage('ms');
  const opened = loadTexts('second', room('second', []).from);
  first.arrive('ms');
  await Promise.all([changed, opened]);
  expect(i18next.t('name', { ns: 'first' })).toBe('first in ms');
  expect(i18next.t('name', { ns: 'second' })).toBe('second in ms');
});

it('stays with what somebody chose while the language of their profile was coming', async () => {
  const slow = room('slow', ['zh']);
  await loadTexts('slow', slow.from);
  const suggested = suggestLanguage('zh');
  await setLanguage('ms');
  slow.arrive('zh');
  await suggested;
  expect(document.documentElement.lang).toBe('ms');
  expect(i18next.language).toBe('ms');
});

it('opens rooms in the language on screen after another one could not be had', async () => {
  const broken = room('broken', []);
  await loadTexts('broken', { ...broken.from, zh: () => Promise.reject(new Error('No line.')) });
  await expect(setLanguage('zh')).rejects.toThrow('No line.');
  await loadTexts('later', { ...room('later', []).from, zh: () => Promise.reject(new Error('No line.')) });
  expect(i18next.t('name', { ns: 'later' })).toBe('later in en');
});
