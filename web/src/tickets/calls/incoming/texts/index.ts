import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of calls that ring. */
export const { useTexts, say } = roomTexts('incoming_call', { en, ms, zh });
