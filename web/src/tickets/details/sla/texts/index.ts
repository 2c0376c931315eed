import { roomTexts } from '../../../../i18n/roomTexts';
import en from './en.json';
import ms from './ms.json';
import zh from './zh.json';

/** The words of a ticket's SLA clocks, which come with their code. */
export const { useTexts } = roomTexts('ticket_sla', { en, ms, zh });
