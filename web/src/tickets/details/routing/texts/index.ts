import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of how a ticket came to whom it came to, which come with their code. */
export const { useTexts, say } = roomTexts('ticket_routing', { en, ms, zh });
