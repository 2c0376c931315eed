import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** This room's texts come with its code. */
const SPACE = 'livechat';

function add(): void {
  i18next.addResourceBundle('en', SPACE, en);
  i18next.addResourceBundle('ms', SPACE, ms);
  i18next.addResourceBundle('zh', SPACE, zh);
}

// The banner belongs to the frame, so this may run before the languages are set up.
if (i18next.isInitialized) add();
else i18next.on('initialized', add);

export function useTexts() {
  return useTranslation(SPACE).t;
}

export function say(key: string, values: Record<string, string | number> = {}): string {
  return i18next.t(key, { ns: SPACE, ...values });
}
