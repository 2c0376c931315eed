import i18next from 'i18next';
import { expect, it } from 'vitest';
import { aDetail, NO_COUNTS, TICKET_FIELDS } from './builders';
import { acceptedRows, browserZone, columnsOf, fieldName, missingFields, percentOf, repeatedColumns, settingsOf, zoneValue } from './model';
import './texts';

it('counts in hundredths, of which only the end is a hundred', () => {
  expect(percentOf({ done: 0, rows: 0 })).toBe(0);
  expect(percentOf({ done: 999, rows: 1000 })).toBe(99);
  expect(percentOf({ done: 1000, rows: 1000 })).toBe(100);
  expect(percentOf({ done: 1001, rows: 1000 })).toBe(100);
  expect(acceptedRows({ rows: 10, counts: { ...NO_COUNTS, refused: 3 } })).toBe(7);
});

it('sees which columns fill a field that another one fills', () => {
  expect([...columnsOf(['name', '', 'email', 'name'])]).toEqual([
    ['name', [0, 3]],
    ['email', [2]],
  ]);
  expect(repeatedColumns(['name', '', 'name', '', 'name'])).toEqual([
    [2, 0],
    [4, 0],
  ]);
  expect(repeatedColumns(['name', '', '', 'email'])).toEqual([]);
});

it('knows what rows have to say', () => {
  const contact = (...chosen: string[]) => missingFields('contacts', chosen);
  expect(contact('name')).toEqual([['external_id', 'email', 'phone']]);
  expect(contact('name', 'phone')).toEqual([]);
  expect(missingFields('tickets', ['title'])).toEqual([['contact_name', 'contact_email', 'contact_phone']]);
});

it('names fields of every desk, custom fields, and those of a newer release', () => {
  const name = (key: string) => fieldName(key, TICKET_FIELDS, i18next.getFixedT('en', 'imports'));
  expect(['title', 'field:7', 'field:8', 'mood'].map(name)).toEqual(['Title', 'Order number', 'field:8', 'mood']);
});

it('begins with the zone of the browser until somebody chose one', () => {
  expect([zoneValue(''), zoneValue('UTC'), zoneValue('Etc/Unknown'), zoneValue('Asia/Kuala_Lumpur')]).toEqual(['Etc/UTC', 'Etc/UTC', 'Etc/UTC', 'Asia/Kuala_Lumpur']);
  expect(settingsOf(aDetail({ timezone: 'Asia/Tokyo' })).timezone).toBe(browserZone());
  expect(settingsOf(aDetail({ timezone: 'Asia/Tokyo', started_at: 1, date_order: 'dmy', known: 'keep' }))).toEqual({
    fields: ['name', 'email', ''],
    known: 'keep',
    date_order: 'dmy',
    timezone: 'Asia/Tokyo',
  });
});
