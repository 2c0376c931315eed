import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Texts of the editor for formatted replies, which come with it. */
export const { useTexts, say } = roomTexts('rich', { en, ms, zh });
