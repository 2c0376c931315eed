import { api } from '../api/client';
import { useSettingsQuery } from '../settings/useSettingsList';

const EVENTS = ['hoursChanged'] as const;

/** The calendars of the desk. */
export const useCalendars = () => useSettingsQuery({ key: 'hours', read: (options) => api.get('/api/hours', options), events: EVENTS });
/** Its holidays. */
export const useHolidays = () => useSettingsQuery({ key: 'holidays', read: (options) => api.get('/api/holidays', options), events: EVENTS });
