import { expect, it } from 'vitest';
import { CONTACT_FIELDS, formOfSession, formOfStored, IDENTITY_TYPES, settingsOf, storedOf, type StoredForm } from './contactFields';

const rule = (field: string, shown: unknown, required: unknown) => ({ field, shown, required });

it.each([
  [undefined, undefined],
  [[], []],
  ['all', { identity_type: 'army' }],
  [[null, 5, 'email', rule('shoe_size', false, true)], [null, 'army', { identity_type: 'moon' }]],
])('shows everything and needs nothing where nothing is known (%j, %j)', (fields, types) => {
  const form = formOfSession(fields, types);
  for (const field of CONTACT_FIELDS) expect(form[field]).toEqual({ shown: true, required: false });
  expect(form.identity_types).toEqual(IDENTITY_TYPES);
});

it('reads what is known, in its order, and asks for nothing hidden', () => {
  const form = formOfSession(
    [rule('notes', false, true), rule('email', true, true), rule('phone', 'no', 1)],
    [{ identity_type: 'passport' }, { identity_type: 'moon' }, { identity_type: 'mykad' }],
  );
  expect(form.notes).toEqual({ shown: false, required: false });
  expect(form.email).toEqual({ shown: true, required: true });
  expect(form.phone).toEqual({ shown: true, required: false });
  expect(form.identity_types).toEqual(['mykad', 'passport']);
});

it('gives the server what the session will tell', () => {
  const form = formOfSession([rule('phone', false, false)], [{ identity_type: 'army' }]);
  const stored = storedOf(form);
  expect(stored.fields.map(({ field }) => field)).toEqual(CONTACT_FIELDS);
  expect(formOfStored(stored)).toEqual(form);
  const { contacts_param: fields, contacts_param2: types } = settingsOf(stored);
  expect(formOfSession(fields, types)).toEqual(form);
  const none: StoredForm = { ...stored, identity_types: [] };
  expect(formOfStored(none).identity_types, 'what is stored is shown as it is').toEqual([]);
});
