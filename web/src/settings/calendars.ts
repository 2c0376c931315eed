import { api } from '../api/client';
import type { BusinessCalendar } from '../api/types';
import { useSettingsQuery, type SettingsListState } from './useSettingsList';

const EVENTS = ['hoursChanged'] as const;

/** The calendars whose open hours something can go by. */
export const useCalendars = (): SettingsListState<BusinessCalendar[]> =>
  useSettingsQuery({ key: 'hours', read: (options) => api.get('/api/hours', options), events: EVENTS });

/** When something counts: around the clock, or while a calendar is open; null is the default calendar. */
export interface CalendarChoice {
  always: boolean;
  calendar_id: number | null;
}

/** What the calendar's picker shows; the empty value is the default calendar. */
export const ALWAYS = 'always';

export function calendarValue({ always, calendar_id }: CalendarChoice): string {
  return always ? ALWAYS : calendar_id === null ? '' : String(calendar_id);
}

export function calendarFrom(value: string): CalendarChoice {
  return { always: value === ALWAYS, calendar_id: value === ALWAYS || value === '' ? null : Number(value) };
}
