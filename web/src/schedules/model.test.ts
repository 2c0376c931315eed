import { expect, it } from 'vitest';
import { bodyOf, choicesOf, hasMissed, newDraft, weekOf, withRepeat, withReport, type ScheduleDraft, type ScheduledReportRun } from './model';

const DRAFT = newDraft(7, 'Asia/Kuala_Lumpur');
const RUN: ScheduledReportRun = { at: 0, from: '2026-11-22', to: '2026-11-28', empty: false, sent: 2, waiting: 0, refused: 0, no_address: 0, failed: 0 };

it('begins with the figures of a week, on Monday morning on the clock of whoever makes it', () => {
  expect(DRAFT).toMatchObject({ report: 'performance', group: 'day', days: 'last_7_days', format: 'xlsx', repeat: 'weekly', weekdays: [1], time: '08:00', timezone: 'Asia/Kuala_Lumpur', recipients: [7] });
  expect(newDraft(7, 'UTC').timezone).toBe('Etc/UTC');
});

it('sends nothing of what does not apply', () => {
  const narrowed: ScheduleDraft = { ...DRAFT, type: 'ticket', channel: 'EMAIL', department: 2, label: 3, weekdays: [5, 1] };
  expect(bodyOf(narrowed)).toEqual({ ...narrowed, weekdays: [1, 5] });
  expect(bodyOf({ ...narrowed, report: 'calls', repeat: 'daily' })).toEqual({ ...DRAFT, report: 'calls', repeat: 'daily', weekdays: [] });
});

it.each<[ScheduleDraft['group'], 'performance' | 'calls', ScheduleDraft['group']]>([
  ['agent', 'calls', 'agent'],
  ['label', 'calls', 'day'],
  ['line', 'performance', 'day'],
  ['department', 'performance', 'department'],
])('rows by %s are in the report %s by %s', (group, report, after) => {
  expect(withReport({ ...DRAFT, group }, report)).toEqual({ report, group: after });
});

it('begins a week without days on Monday', () => {
  expect(withRepeat({ ...DRAFT, weekdays: [] }, 'weekly')).toEqual({ repeat: 'weekly', weekdays: [1] });
  expect(withRepeat({ ...DRAFT, weekdays: [2] }, 'weekly')).toEqual({ repeat: 'weekly' });
  expect(withRepeat({ ...DRAFT, weekdays: [] }, 'monthly')).toEqual({ repeat: 'monthly' });
});

it.each<[number[], ReturnType<typeof weekOf>]>([
  [[1, 2, 3, 4, 5, 6, 7], 'daily'],
  [[1, 2, 3, 4, 5], 'workdays'],
  [[1, 2, 3, 4, 6], 'weekly'],
  [[1], 'weekly'],
  [[], 'weekly'],
])('the weekdays %j are told as %s', (weekdays, told) => {
  expect(weekOf(weekdays)).toBe(told);
});

it('knows whether somebody did not get it', () => {
  expect(hasMissed({ ...RUN, waiting: 1 })).toBe(false);
  for (const part of [{ refused: 1 }, { no_address: 1 }, { failed: 1 }]) expect(hasMissed({ ...RUN, ...part })).toBe(true);
});

it('names users of the same name by their username as well', () => {
  const users = [
    { id: 1, name: 'Mei', username: 'mei' },
    { id: 2, name: 'Ravi', username: 'ravi' },
    { id: 3, name: 'Mei', username: 'mei2' },
    { id: 4, name: '', username: 'root' },
  ];
  expect(choicesOf(users).map(({ label }) => label)).toEqual(['Mei (mei)', 'Ravi', 'Mei (mei2)', 'root']);
});
