/** How a scheduled report is told in words: what it reports, when it goes out, and what became of it last. */
import type { TFunction } from 'i18next';
import { currentTimezone } from '../ui/dates';
import { dayNames } from '../ui/weekdays';
import { weekOf, zoneValue, type ScheduleDraft, type ScheduledReportRun } from './model';

/** The words of this room, in a language. */
export interface Texts {
  t: TFunction;
  language: string;
}

/** American English would have the month before the day. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };
const localeOf = (language: string) => LOCALES[language] ?? language;

/** What begins a sentence elsewhere, within one. */
const within = (text: string, language: string) => text.charAt(0).toLocaleLowerCase(language) + text.slice(1);

/** "Reply and resolution times by agent, last 7 days" */
export function reportWords({ report, group, days }: Pick<ScheduleDraft, 'report' | 'group' | 'days'>, { t, language }: Texts): string {
  return t('what', { report: t(`report.${report}`), group: within(t(`group.${group}`), language), days: within(t(`days.${days}`), language) });
}

/** "Monday and Thursday at 08:00", with the zone where it is not the reader's. */
export function timeWords(draft: Pick<ScheduleDraft, 'repeat' | 'weekdays' | 'day_of_month' | 'time' | 'timezone'>, { t, language }: Texts): string {
  const { repeat, weekdays, day_of_month: day, time, timezone } = draft;
  const names = dayNames(language, 'long').filter((_, at) => weekdays.includes(at + 1));
  const days = new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names);
  const when = t(`when.${repeat === 'weekly' ? weekOf(weekdays) : repeat}`, { days, day, time });
  return zoneValue(timezone) === zoneValue(currentTimezone()) ? when : t('when.zone', { when, zone: timezone });
}

/** "29 Nov, 08:00" on the reader's clock; another year than this one is told. */
export function momentWords(ms: number, now: number, language: string): string {
  const zone = { timeZone: currentTimezone() } as const;
  const year = new Intl.DateTimeFormat('en', { ...zone, year: 'numeric' });
  const isOther = year.format(ms) !== year.format(now);
  return new Intl.DateTimeFormat(localeOf(language), {
    ...zone,
    ...(isOther ? { year: 'numeric' } : {}),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);
}

/** "sent to 3, 1 without permission" */
export function runWords(run: ScheduledReportRun, { t }: Pick<Texts, 't'>): string {
  if (run.empty) return t('run.empty');
  const counts = (['sent', 'waiting', 'refused', 'no_address', 'failed'] as const).filter((count) => run[count] > 0);
  return counts.length === 0 ? t('run.none') : counts.map((name) => t(`run.${name}`, { count: run[name] })).join(t('comma'));
}

/** How many names of recipients stand in a row. */
export const NAMED = 3;

/** "2 recipients: Anna, Ben"; the number alone while no name is known. */
export function recipientWords(names: readonly string[] | null, count: number, { t }: Pick<Texts, 't'>): string {
  const recipients = t('recipients_count', { count });
  if (names === null) return recipients;
  const more = names.length > NAMED ? t('recipients_more', { count: names.length - NAMED }) : '';
  return t('recipients_named', { recipients, names: [...names.slice(0, NAMED), more].filter((part) => part !== '').join(t('comma')) });
}
