import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of a contact's profile, which come with its code. */
const SPACE = 'profile';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  const { t } = useTranslation(SPACE);
  return { t };
}

/** The same for what is no component. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(key, { ns: SPACE, ...values });
}
