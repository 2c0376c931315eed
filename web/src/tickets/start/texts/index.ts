import { roomTexts } from '../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of a conversation's first message, which come with its code. */
export const { useTexts } = roomTexts('start', { en, ms, zh });
