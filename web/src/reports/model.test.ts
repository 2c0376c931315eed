import { beforeEach, expect, it } from 'vitest';
import { aSummaryPage } from '../../tests/reports';
import { setTimezone } from '../ui/dates';
import { auxStatuses, secondsIn, secondsOfAll, spanOf } from './aux';
import { daysLater, isSound, lastDays, shownDay, shownUtc, todayOf } from './days';
import { intervalName, intervalRows, sumsOf } from './intervals';
import { exportAddress, isReportStatus, isReportType, mergeGroups } from './model';

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));

it('has days where the account is, and in UTC where it chose no timezone', () => {
  const evening = Date.parse('2026-02-28T20:00:00Z');
  expect([todayOf('Asia/Kuala_Lumpur', evening), todayOf('', evening)]).toEqual(['2026-03-01', '2026-02-28']);
  expect(lastDays('2026-03-01')).toEqual({ start: '2026-02-23', end: '2026-03-01' });
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01');
  expect([shownDay('2026-03-01'), shownUtc('2026-02-28 20:05:00'), shownUtc('')]).toEqual(['01-03-2026', '01-03-2026 04:05', '–']);
});

it('takes ranges that end today at the latest and have a day', () => {
  const check = (start: string, end: string) => isSound({ start, end }, '2026-03-01');
  expect([check('2026-02-01', '2026-03-01'), check('2026-03-01', '2026-03-01')]).toEqual([true, true]);
  expect([check('2026-03-01', '2026-03-02'), check('2026-02-02', '2026-02-01'), check('', '')]).toEqual([false, false, false]);
});

it('knows the types and the statuses of an address', () => {
  expect(['ticket', 'livechat', 'call', undefined].map(isReportType)).toEqual([true, true, false, false]);
  expect(['0', '4', '5', 'open', undefined].map(isReportStatus)).toEqual([true, true, false, false, false]);
});

it('merges pages by their headings, each row once', () => {
  const first = mergeGroups([], aSummaryPage({ '02-10-2026': [4], '01-10-2026': [3] }).data);
  const merged = mergeGroups(first, aSummaryPage({ '01-10-2026': [3, 2], '30-09-2026': [1] }).data);
  expect(merged.map(({ heading, rows }) => [heading, rows.map(({ id }) => id)])).toEqual([['02-10-2026', [4]], ['01-10-2026', [3, 2]], ['30-09-2026', [1]]]);
});

it('exports counts, or the rows of a summary', () => {
  const range = { start: '2026-01-01', end: '2026-01-31' };
  expect(exportAddress('', { range, step: '24' })).toBe('/report/export/-?startDate=2026-01-01&endDate=2026-01-31&step=24');
  expect(exportAddress('https://api.test', { range, step: '24', rows: { type: 'ticket', status: '0' } })).toBe(
    'https://api.test/report/export/-?startDate=2026-01-01&endDate=2026-01-31&step=24&type=ticket&status=0',
  );
});

it('counts unknown groups as others, and sums', () => {
  const rows = intervalRows([{ ts: 900, group: 'email', count: 1 }, { ts: 0, group: 'call', count: 2 }, { ts: 900, group: 'other', count: 4 }, { ts: 900, group: 'call', count: 1 }]);
  expect(rows.map(({ ts, total, counts }) => [ts, total, counts.other])).toEqual([[0, 2, 2], [900, 6, 5]]);
  expect(sumsOf(rows)).toEqual({ total: 8, counts: { email: 1, chatbot: 0, livechat: 0, 'social media': 0, 'mobile messaging': 0, other: 7 } });
});

it('names days of the account, and days that were counted in UTC', () => {
  const at = (text: string) => Date.parse(text) / 1_000;
  expect(intervalName(at('2026-09-30T16:00:00Z'), '24')).toBe('01-10-2026');
  expect(intervalName(at('2026-10-01T00:00:00Z'), '1')).toBe('01-10-2026 08:00');
  setTimezone('America/New_York');
  expect(intervalName(at('2026-10-01T00:00:00Z'), '24')).toBe('01-10-2026');
});

it('writes time as h:mm:ss, and orders statuses', () => {
  expect([0, 59, 3_661, 90_000, -1].map(spanOf)).toEqual(['0:00:00', '0:00:59', '1:01:01', '25:00:00', '0:00:00']);
  const person = { user_id: 1, username: 'a', name: 'A', statuses: [{ code: 'z', alternate: 'Zoo', seconds: 1 }, { code: 'b', alternate: 'Box', seconds: 2 }, { code: 'BUSY', alternate: '', seconds: 3 }, { code: 'AWAY', alternate: '', seconds: 4 }] };
  expect(auxStatuses([person]).map(({ code }) => code)).toEqual(['AWAY', 'BUSY', 'b', 'z']);
  expect([secondsIn(person), secondsIn(person, 'b'), secondsOfAll([person, person], 'BUSY')]).toEqual([10, 2, 6]);
});
