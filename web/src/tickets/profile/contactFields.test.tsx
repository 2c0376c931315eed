import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { applyEvent, onEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { takeSettings, useSession } from '../../session/store';
import type { Profile } from './model';
import { ProfileForm } from './ProfileForm';

const MEI: Profile = {
  id: 7, uid: 'u7', name: 'Mei', salutation: 'Puan', email: 'mei@shop.example', phone: '', language: 'en', identity_type: 'police', identity_number: 'P1',
  identity_refused: false, birth_date: '', notes: '', avatar: null, facts: {}, created_ms: 1, identities: [], consents: [], merges: [], merged_into: null,
};
const hidden = (field: string) => ({ field, shown: false, required: false });
const needed = (field: string) => ({ field, shown: true, required: true });
const CHANGE = 'PUT /api/contacts/7';

let end = () => {};
beforeEach(() => {
  end = onEvent('settingsChanged', takeSettings);
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});
afterEach(() => end());

function show(fields: unknown[], types: string[] = []) {
  const contacts_param2 = types.map((type) => ({ identity_type: type }));
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, contacts_param: fields, contacts_param2 }) });
  draw(<ProfileForm profile={MEI} onDirty={() => undefined} />);
}

const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent);

async function offered(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('combobox', { name: /Identity type/ }));
  return (await screen.findAllByRole('option')).map((option) => option.textContent);
}

it('hides, marks and offers what the session says', async () => {
  show([hidden('salutation'), hidden('phone'), needed('email'), needed('identity'), needed('birth_date'), hidden('notes')], ['mykad', 'passport']);
  expect(labels()).toEqual(['Name *', 'Email *', 'Identity type *', 'Identity number *', 'Refuses to provide', 'Date of birth *']);
  expect(await offered(userEvent.setup()), 'and the one that Mei has').toEqual(['None', 'MyKad ID', 'Passport No.', 'Police ID']);
});

it('leaves no place for what nobody asks for', () => {
  show(['salutation', 'email', 'phone', 'identity', 'birth_date', 'notes'].map(hidden));
  expect(labels()).toEqual(['Name *']);
});

it('changes while it is open, and sends nothing that is not kept any more', async () => {
  const { asked } = serve({ [CHANGE]: { body: { data: MEI } } });
  show([]);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Phone'), '0123');
  await user.type(screen.getByLabelText(/Name/), ' Ling');
  await offered(user);
  await user.click(screen.getByRole('option', { name: 'Army ID' }));
  act(() => applyEvent('settingsChanged', { contacts_param: [hidden('phone'), needed('notes')], contacts_param2: [{ identity_type: 'mykad' }] }));
  expect(screen.queryByLabelText('Phone')).toBeNull();
  expect(screen.getByLabelText(/Notes/).closest('form')?.textContent).toContain('Notes *');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Identity type' }).value).toBe('Police ID');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked.at(-1)?.body).toEqual({ name: 'Mei Ling' });
});

it('keeps what was there when an event says only a part', () => {
  show([hidden('phone')], ['mykad']);
  act(() => applyEvent('settingsChanged', { contacts_param: [] }));
  expect(labels()).toContain('Phone');
  expect(useSession.getState().session?.contactTypes).toEqual([{ identity_type: 'mykad' }]);
  useSession.setState({ session: null });
  takeSettings({ contacts_param: [] });
  expect(useSession.getState().session).toBeNull();
});

it('puts a fault beside its field, and says one of a field that is not there', async () => {
  let fields: Record<string, string> = { birth_date: 'Fill this in.' };
  serve({ [CHANGE]: () => ({ status: 422, body: { error: { code: 'invalid', message: 'Not like this.', fields } } }) });
  show([hidden('phone')]);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/Name/), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Fill this in.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  fields = { phone: 'Fill this in.' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not like this.');
});
