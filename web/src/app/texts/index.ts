import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of what the frame loads later. */
export const { useTexts, say } = roomTexts('app', { en, ms, zh });
