import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from './i18n';
import { roomTexts } from './roomTexts';

const TEXTS = { en: { hello: 'Hello {{name}}' }, ms: { hello: 'Helo {{name}}' }, zh: { hello: '你好 {{name}}' } };

afterEach(async () => {
  vi.restoreAllMocks();
  await setLanguage('en');
  localStorage.clear();
});

it('has the words of a room in the language on screen, and says which it is', async () => {
  const { useTexts, say } = roomTexts('greeting', TEXTS);
  function Greeting() {
    const { t, language } = useTexts();
    return <p>{`${language}: ${t('hello', { name: 'Mei' })}`}</p>;
  }
  render(<Greeting />);
  expect(screen.getByText('en: Hello Mei')).toBeTruthy();
  await act(() => setLanguage('ms'));
  expect(screen.getByText('ms: Helo Mei')).toBeTruthy();
  expect(say('hello', { name: 'Tan' })).toBe('Helo Tan');
});

it('waits for the languages where a room comes before them', () => {
  vi.spyOn(i18next, 'isInitialized', 'get').mockReturnValue(false);
  roomTexts('early', TEXTS);
  expect(i18next.hasResourceBundle('en', 'early')).toBe(false);
  i18next.emit('initialized');
  expect(i18next.hasResourceBundle('zh', 'early')).toBe(true);
});
