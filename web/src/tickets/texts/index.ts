import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n';

/** Texts of the conversation that come beside its code, so that the first screen does not carry them. */
const SPACE = 'tickets';

/** Whoever loads the conversation loads these with it. */
export function loadTicketTexts(): Promise<void> {
  return loadTexts(SPACE, { en: () => import('./en.json'), ms: () => import('./ms.json'), zh: () => import('./zh.json') });
}

export function useTexts() {
  const { t } = useTranslation(SPACE);
  return { t };
}

/** The same for what is no component. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(key, { ns: SPACE, ...values });
}
