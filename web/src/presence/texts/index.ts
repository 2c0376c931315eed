import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** This room's texts come with its code, so that the first screen does not carry them. */
const SPACE = 'presence';

i18next.addResourceBundle('en', SPACE, en);
i18next.addResourceBundle('ms', SPACE, ms);
i18next.addResourceBundle('zh', SPACE, zh);

export function useTexts() {
  const { t } = useTranslation(SPACE);
  return { t };
}

interface Named {
  status: string;
  second_status: string;
  alternate: string;
}

/** The names of statuses: what admins called their own, and this program's words for the others. */
export function useStatusName(): { byCode: (code: string) => string; nameOf: (shown: Named) => string } {
  const { t } = useTranslation();
  const byCode = (code: string) => t(`presence.${code}`, { defaultValue: code });
  return { byCode, nameOf: ({ status, second_status, alternate }) => alternate || byCode(second_status || status) };
}
