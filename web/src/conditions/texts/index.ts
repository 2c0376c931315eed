import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of conditions about tickets. */
export const { useTexts } = roomTexts('conditions', { en, ms, zh });
