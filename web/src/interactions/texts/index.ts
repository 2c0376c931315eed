import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of this place. */
export const { useTexts } = roomTexts('interactions', { en, ms, zh });
