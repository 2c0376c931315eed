import { roomTexts } from '../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** What is promised, and how much of the time for it is left. The list does not carry these words. */
export const { useTexts: useDueTexts } = roomTexts('due', { en, ms, zh });
