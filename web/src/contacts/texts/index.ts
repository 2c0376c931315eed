import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of the list of contacts, which come with its code. */
const SPACE = 'contacts';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  const { t } = useTranslation(SPACE);
  return { t };
}
