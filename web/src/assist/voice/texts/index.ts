import { roomTexts } from '../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of recordings that are brought. */
export const { useTexts } = roomTexts('voice', { en, ms, zh });
