import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { formOfSession, storedOf, type StoredForm } from '../api/contactFields';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { ContactFieldsSection } from './ContactFieldsSection';

const ALL = storedOf(formOfSession([], []));
const READ = 'GET /api/contact-fields';
const SAVE = 'PUT /api/contact-fields';

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

const row = (name: string) => within(screen.getByRole('group', { name }));
const shown = (name: string) => row(name).getByRole<HTMLInputElement>('switch', { name: 'Shown' });
const required = (name: string) => row(name).getByRole<HTMLInputElement>('checkbox', { name: 'Has to be filled in' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('is for admins', async () => {
  const { asked } = serve({});
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  draw(<ContactFieldsSection />);
  expect(await screen.findByText('Only admins choose the contact fields')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('says that it could not be loaded, and tries again', async () => {
  let works = false;
  serve({ [READ]: () => (works ? { body: ALL } : { status: 500, body: {} }) });
  draw(<ContactFieldsSection />);
  expect(await screen.findByText('The contact fields could not be loaded')).toBeTruthy();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByRole('group', { name: 'Email' })).toBeTruthy();
});

it('saves what changed, and open forms hear of it without the socket', async () => {
  let stored: StoredForm = ALL;
  const { asked } = serve({
    [READ]: () => ({ body: stored }),
    [SAVE]: ({ body }) => {
      stored = body as StoredForm;
      return { body: stored };
    },
  });
  draw(<ContactFieldsSection />);
  const user = userEvent.setup();
  await screen.findByRole('group', { name: 'Email' });
  expect(save().disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(required('Email'));
  await user.click(required('Phone'));
  await user.click(shown('Phone'));
  expect(required('Phone')).toMatchObject({ checked: false, disabled: true });
  await user.click(screen.getByLabelText('Army ID'));
  await user.click(save());
  await waitFor(() => expect(save().disabled).toBe(true));
  const body = asked.find(({ key }) => key === SAVE)?.body as StoredForm;
  expect(body.fields).toEqual([
    { field: 'salutation', shown: true, required: false },
    { field: 'email', shown: true, required: true },
    { field: 'phone', shown: false, required: false },
    { field: 'identity', shown: true, required: false },
    { field: 'birth_date', shown: true, required: false },
    { field: 'notes', shown: true, required: false },
  ]);
  expect(body.identity_types).toEqual(['mykad', 'mykid', 'pr_mykad', 'passport', 'police', 'baby_of']);
  const { contactFields, contactTypes } = useSession.getState().session ?? {};
  expect(formOfSession(contactFields, contactTypes).phone.shown).toBe(false);
  expect(contactTypes).toHaveLength(6);
});

it('asks for types only where an identity is shown, and for at least one', async () => {
  const { asked } = serve({ [READ]: { body: { ...ALL, identity_types: ['mykad'] } } });
  draw(<ContactFieldsSection />);
  const user = userEvent.setup();
  const type = await screen.findByLabelText<HTMLInputElement>('MyKad ID');
  await user.click(type);
  await user.click(save());
  expect(await screen.findByText('Choose at least one identity type.')).toBeTruthy();
  expect(asked.some(({ key }) => key === SAVE)).toBe(false);
  await user.click(shown('Identity'));
  expect(type.disabled).toBe(true);
});

it('shows the faults of the server beside the fields, and keeps what was chosen', async () => {
  const fields = { email: 'Show a field that has to be filled in.', identity_types: 'There is no such identity type.' };
  serve({ [READ]: { body: ALL }, [SAVE]: { status: 422, body: { error: { code: 'invalid', message: 'Not like this.', fields } } } });
  const { unmount } = draw(<ContactFieldsSection />);
  const user = userEvent.setup();
  await screen.findByRole('group', { name: 'Email' });
  await user.click(required('Email'));
  await user.click(save());
  expect(await row('Email').findByText(fields.email)).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Email' })).getByRole('switch')).toBe(document.activeElement);
  expect(screen.getByText(fields.identity_types)).toBeTruthy();
  unmount();
  draw(<ContactFieldsSection />);
  await screen.findByRole('group', { name: 'Email' });
  expect(required('Email').checked).toBe(true);
  await user.click(required('Email'));
  expect(save().disabled).toBe(true);
});

it('shows what another admin saved', async () => {
  let stored: StoredForm = ALL;
  serve({ [READ]: () => ({ body: stored }) });
  draw(<ContactFieldsSection />);
  const user = userEvent.setup();
  await screen.findByRole('group', { name: 'Notes' });
  await user.click(shown('Email'));
  await user.click(shown('Email'));
  stored = { ...ALL, fields: ALL.fields.map((rule) => (rule.field === 'notes' ? { ...rule, shown: false } : rule)) };
  act(() => applyEvent('settingsChanged', {}));
  await waitFor(() => expect(shown('Notes').checked).toBe(false));
  expect(save().disabled).toBe(true);
});
