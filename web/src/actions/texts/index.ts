import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n';

/** Names of actions and the words of their windows; they come beside the code. */
const SPACE = 'actions';

/** Whoever loads the actions loads these with them. */
export function loadActionTexts(): Promise<void> {
  return loadTexts(SPACE, { en: () => import('./en.json'), ms: () => import('./ms.json'), zh: () => import('./zh.json') });
}

/** The texts of the windows. */
export function useTexts() {
  return useTranslation(SPACE);
}
