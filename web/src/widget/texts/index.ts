import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the chat widget's settings. */
export const { useTexts } = roomTexts('widget', { en, ms, zh });
