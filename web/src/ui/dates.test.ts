import { beforeAll, expect, it } from 'vitest';
import { clockTime, dayHeading, fromField, fromUtcText, fullTime, rowDate, setTimezone, startOfDay, toField } from './dates';

const at = (text: string) => Date.parse(text);

beforeAll(() => setTimezone('Asia/Kuala_Lumpur'));

it.each([
  ['2026-03-05T09:00:00+08:00', '09:00'],
  ['2026-03-04T23:30:00+08:00', 'Yesterday'],
  ['2026-03-03T10:00:00+08:00', '3/3/2026'],
  ['2025-12-31T10:00:00+08:00', '31/12/2025'],
])('a row of %s shows %s', (then, shown) => {
  expect(rowDate(at(then), at('2026-03-05T12:00:00+08:00'), 'Yesterday')).toBe(shown);
});

it('uses the account zone, not the machine one', () => {
  expect(dayHeading(at('2026-03-04T17:00:00Z'))).toBe('05/03/2026');
  expect(clockTime(at('2026-03-04T17:05:00Z'))).toBe('01:05');
  expect(fullTime(at('2026-03-04T17:05:00Z'))).toBe('05/03/2026 01:05');
});

it('reads the UTC text of the server', () => {
  expect(fromUtcText('2026-03-04 17:05:00')).toBe(at('2026-03-04T17:05:00Z'));
  expect(fromUtcText('')).toBe(0);
});

it('begins a day where the account is', () => {
  expect(startOfDay('2026-03-05')).toBe(at('2026-03-05T00:00:00+08:00'));
  expect(startOfDay('2026-02-28', 1)).toBe(at('2026-03-01T00:00:00+08:00'));
  expect(startOfDay('')).toBe(null);
});

it.each(['Asia/Kuala_Lumpur', 'America/New_York', 'Europe/Berlin'])('gives a field the time of %s and takes it back', (zone) => {
  setTimezone(zone);
  for (const text of ['2026-03-04T17:05', '2026-03-29T12:00', '2026-10-25T12:00']) {
    const ms = fromField(text) ?? 0;
    expect(toField(ms)).toBe(text);
  }
  setTimezone('Asia/Kuala_Lumpur');
  expect(fromField('2026-03-05T01:05')).toBe(at('2026-03-04T17:05:00Z'));
  expect(fromField('')).toBeNull();
});
