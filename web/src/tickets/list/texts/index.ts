import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of what the ticket screen loads later. */
const SPACE = 'ticket_list';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  return useTranslation(SPACE).t;
}

/** The same for what is no component. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(key, { ns: SPACE, ...values });
}
