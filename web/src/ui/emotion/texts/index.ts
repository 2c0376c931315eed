import { roomTexts } from '../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Names of emotions. They come with the first one that is shown. */
export const { useTexts: useEmotionTexts } = roomTexts('emotion', { en, ms, zh });
