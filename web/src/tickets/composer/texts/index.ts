import { roomTexts } from '../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of notes and of the lists behind signs, which come with those and not with the conversation. */
export const { useTexts, say } = roomTexts('composer', { en, ms, zh });
