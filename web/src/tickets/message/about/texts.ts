import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/i18n';

/** They come with the first message that needs them, which most conversations have none of. */
const SPACE = 'about';

export function loadAboutTexts(): Promise<void> {
  return loadTexts(SPACE, { en: () => import('./about.en.json'), ms: () => import('./about.ms.json'), zh: () => import('./about.zh.json') });
}

export function useAboutTexts() {
  return useTranslation(SPACE).t;
}
