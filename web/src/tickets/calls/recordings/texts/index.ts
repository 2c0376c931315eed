import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the list of recordings. */
export const { useTexts } = roomTexts('call_recordings', { en, ms, zh });
