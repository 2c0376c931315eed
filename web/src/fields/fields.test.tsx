import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useFields, type CustomField } from '../api/fields';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { FieldsSection } from './FieldsSection';
import { become, bodyOf, draftOf, moved } from './model';

const aField = (over: Partial<CustomField> = {}): CustomField => ({
  id: 1, kind: 'text', label: 'Order', help: 'As on the bill', required: false, choices: [], archived: false, ...over,
});
const colour = aField({ id: 2, kind: 'choice', label: 'Colour', help: '', required: true, choices: [{ id: 1, label: 'Red', archived: false }, { id: 2, label: 'Old', archived: true }] });

beforeEach(() => {
  dropDrafts();
  useFields.setState({ phase: 'idle', problem: null, fields: [] });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('is for admins', async () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  draw(<FieldsSection />);
  expect(await screen.findByText('Only admins keep custom fields')).toBeTruthy();
});

it('says only of a new field of which kind it is, and gives choices to those that have them', () => {
  expect(bodyOf(draftOf(null), null)).toEqual({ kind: 'text', label: '', help: '', required: false });
  expect(become(draftOf(null), 'choice').choices).toHaveLength(2);
  expect(bodyOf(draftOf(colour), colour)).toEqual({ label: 'Colour', help: '', required: true, choices: colour.choices });
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
});

it('says that there is none, and makes one whose refusal stands beside its field', async () => {
  const user = userEvent.setup();
  let list: CustomField[] = [];
  let refused = true;
  const server = serve({
    'GET /api/custom-fields': () => ({ body: list }),
    'POST /api/custom-fields': () => {
      if (refused) return { status: 422, body: { error: { code: 'invalid', message: 'This field cannot be kept like this.', fields: { 'choices.1.label': 'A choice has 1 to 80 characters.' } } } };
      list = [colour];
      return { status: 201, body: colour };
    },
  });
  draw(<FieldsSection />);
  await screen.findByText('No custom fields yet');
  await user.click(screen.getByRole('button', { name: 'New field' }));
  await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Colour');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'One choice');
  await user.type(screen.getByRole('textbox', { name: 'Choice 1' }), 'Red');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A choice has 1 to 80 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Choice 2' }));
  refused = false;
  await user.click(screen.getByRole('button', { name: 'Remove Choice 2' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('One choice · Red')).toBeTruthy();
  expect(screen.getByText('Needed to close')).toBeTruthy();
  expect(server.asked.at(-2)?.body).toEqual({ kind: 'choice', label: 'Colour', help: '', required: false, choices: [{ label: 'Red', archived: false }] });
});

it('orders, archives and brings back', async () => {
  const user = userEvent.setup();
  const list = [aField(), colour, aField({ id: 3, label: 'Gone', archived: true })];
  const server = serve({
    'GET /api/custom-fields': () => ({ body: list }),
    'PUT /api/custom-fields/order': { body: [] },
    'PATCH /api/custom-fields/3': { body: {} },
  });
  draw(<FieldsSection />);
  await user.click(await screen.findByRole('button', { name: 'Move Order down' }));
  await waitFor(() => expect(server.asked.some(({ body }) => JSON.stringify(body) === '{"ids":[2,1]}')).toBe(true));
  const gone = within(screen.getByRole('list', { name: 'Archived' }));
  await waitFor(() => expect(gone.getByRole('button', { name: 'Bring Gone back' }).hasAttribute('disabled')).toBe(false));
  await user.click(gone.getByRole('button', { name: 'Bring Gone back' }));
  await waitFor(() => expect(server.asked.some(({ body }) => JSON.stringify(body) === '{"archived":false}')).toBe(true));
});

it('says when the fields cannot be loaded, and tries again', async () => {
  const user = userEvent.setup();
  let broken = true;
  serve({ 'GET /api/custom-fields': () => (broken ? { status: 503, body: {} } : { body: [colour] }) });
  draw(<FieldsSection />);
  await screen.findByText('The custom fields could not be loaded');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Colour')).toBeTruthy();
});
