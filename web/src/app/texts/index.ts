import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of what the frame loads later, so that the first screen does not carry them. */
const SPACE = 'app';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  return useTranslation(SPACE).t;
}

/** Outside a component. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(key, { ns: SPACE, ...values });
}
