import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LanguageCode } from './i18n';

/** The texts of a room, within components and outside of them. */
export interface RoomTexts {
  useTexts: () => { t: TFunction; language: string };
  say: (key: string, values?: Record<string, unknown>) => string;
}

/** A room's texts come with its code, so that the first screen does not carry them. */
export function roomTexts(space: string, texts: Readonly<Record<LanguageCode, object>>): RoomTexts {
  function add(): void {
    for (const [language, bundle] of Object.entries(texts)) i18next.addResourceBundle(language, space, bundle);
  }
  // What belongs to the frame may come before the languages are set up.
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
  return {
    useTexts() {
      const { t, i18n } = useTranslation(space);
      return { t, language: i18n.language };
    },
    say: (key, values = {}) => i18next.t(key, { ...values, ns: space }),
  };
}
