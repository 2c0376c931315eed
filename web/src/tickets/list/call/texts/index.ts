import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** Which way a call went. The list does not carry these words: they come with the first call that is shown. */
export const { useTexts: useCallTexts } = roomTexts('call_origin', { en, ms, zh });
