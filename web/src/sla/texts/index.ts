import { roomTexts } from '../../i18n/roomTexts';
// The names of what is promised.
import '../../ui/due/texts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the SLA policies. */
export const { useTexts } = roomTexts('sla', { en, ms, zh });
