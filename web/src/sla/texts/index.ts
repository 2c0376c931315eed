import { roomTexts } from '../../i18n/roomTexts';
// The words of its conditions, and the names of what is promised.
import '../../conditions/texts';
import '../../ui/due/texts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of the SLA policies. */
export const { useTexts } = roomTexts('sla', { en, ms, zh });
