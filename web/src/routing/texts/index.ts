import { roomTexts } from '../../i18n/roomTexts';
// The words of its conditions.
import '../../conditions/texts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of routing: queues, skills and agents. */
export const { useTexts } = roomTexts('routing', { en, ms, zh });
