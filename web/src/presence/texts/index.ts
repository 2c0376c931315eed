import { useTranslation } from 'react-i18next';
import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of this place. */
export const { useTexts } = roomTexts('presence', { en, ms, zh });

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
