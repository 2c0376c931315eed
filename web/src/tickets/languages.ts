import type { Ticket } from '../api/types';
import { amendTicket } from './conversation/store';
import { amendRow } from './list/store';

/** Whether two codes name one language, wherever it is spoken. */
export function sameLanguage(one: string, other: string): boolean {
  const first = (code: string) => code.split('-')[0]?.toLowerCase();
  return first(one) === first(other);
}

/** What the customer's messages are shown in; empty for as they were written. */
export function shownIn({ language, source_lang }: Pick<Ticket, 'language' | 'source_lang'>): string {
  return sameLanguage(language, source_lang) ? '' : language;
}

/** Takes over what a ticket is read in now; whatever else is known of it stays. */
export function takeLanguage({ id, language, source_lang, ts, updated_at }: Ticket): void {
  amendRow(id, (row) => ({ ...row, language, source_lang }));
  amendTicket(id, (now) => (now.info === null ? now : { ...now, info: { ...now.info, language, source_lang, ts, updated_at } }));
}
