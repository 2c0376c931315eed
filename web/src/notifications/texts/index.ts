import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { wordsOf, type Notice } from '../model';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** This room's texts come with its code, so that the first screen does not carry them. */
const SPACE = 'notifications';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  const { t } = useTranslation(SPACE);
  return { t };
}

/** A notification's words outside a component. */
export function say(notice: Notice): { title: string; body: string } {
  return wordsOf(notice, (key, options) => i18next.t(key, { ...options, ns: SPACE }));
}

/** A text outside a component, its places not filled. */
export function text(key: string): string {
  return i18next.t(key, { ns: SPACE, skipInterpolation: true });
}
