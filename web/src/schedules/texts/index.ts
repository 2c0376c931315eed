import { roomTexts } from '../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the scheduled reports. */
export const { useTexts } = roomTexts('schedules', { en, ms, zh });
