import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of what routing offers to whoever is logged in. */
export const { useTexts, say } = roomTexts('offers', { en, ms, zh });
