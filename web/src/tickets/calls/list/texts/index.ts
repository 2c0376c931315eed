import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the list of calls. */
export const { useTexts } = roomTexts('call_list', { en, ms, zh });
