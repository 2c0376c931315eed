import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import { useFields, type CustomField } from '../../api/fields';
import { applyEvent } from '../../realtime/apply';
import { Fields } from './Fields';
import { offered, withHeld, wordsOf } from './fieldValue';

const order: CustomField = { id: 1, kind: 'text', label: 'Order', help: 'As on the bill', required: true, choices: [], archived: false };
const paid: CustomField = { ...order, id: 2, kind: 'checkbox', label: 'Paid', help: '', required: false };
const source: CustomField = {
  ...paid, id: 3, kind: 'multi_choice', label: 'Source', archived: true,
  choices: [{ id: 1, label: 'Mail', archived: false }, { id: 2, label: 'Shop', archived: true }],
};
const changed = (field_id: number, value: string | boolean | null) => applyEvent('ticketFieldChanged', { ticket_id: 1, ticket_number: 12, field_id, value, by: 'ben', at: 5 });

beforeEach(() => {
  useFields.setState({ phase: 'ready', problem: null, fields: [order, paid, source] });
  useAgents.setState({ agents: [], names: new Map([['ben', 'Ben Lim']]) });
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

it('shows values in words, and what was archived to be read', () => {
  expect(wordsOf(source, [2, 1], 'Yes')).toBe('Shop, Mail');
  expect(wordsOf({ ...source, kind: 'choice' }, 1, 'Yes')).toBe('Mail');
  expect(wordsOf(paid, true, 'Yes')).toBe('Yes');
  expect(offered(source, [2]).map(({ label }) => label)).toEqual(['Mail', 'Shop']);
  expect(offered(source, null).map(({ label }) => label)).toEqual(['Mail']);
  const held = { field_id: 1, value: 'A', by: 'x', at: 1 };
  expect(withHeld([held], { ...held, value: null })).toEqual([]);
});

it('shows nothing to a desk without custom fields', async () => {
  useFields.setState({ fields: [] });
  const server = serve({});
  draw(<Fields info={anInfo({ id: 1 })} />);
  await Promise.resolve();
  expect(screen.queryByRole('region', { name: 'Fields' })).toBeNull();
  expect(server.asked).toEqual([]);
});

it('saves what was typed when the field is left, and puts a refusal beside it', async () => {
  const user = userEvent.setup();
  let refused = true;
  const server = serve({
    'GET /api/tickets/1/fields': { body: { data: [{ field_id: 3, value: [2, 1], by: 'ben', at: 1 }] } },
    'PUT /api/tickets/1/fields/1': () =>
      refused
        ? { status: 422, body: { error: { code: 'invalid', message: 'No.', fields: { value: 'This is one line of at most 500 characters.' } } } }
        : { body: { data: { field_id: 1, value: 'A-17', by: 'anna', at: 2 } } },
    'PUT /api/tickets/1/fields/2': { body: { data: { field_id: 2, value: true, by: 'anna', at: 3 } } },
  });
  draw(<Fields info={anInfo({ id: 1 })} />);
  await screen.findByText('Shop, Mail');
  await user.type(field('Order'), 'A-17');
  await user.tab();
  expect(await screen.findByText('This is one line of at most 500 characters.')).toBeTruthy();
  expect(field('Order').value).toBe('A-17');
  refused = false;
  await user.type(field('Order'), '{Enter}');
  await waitFor(() => expect(screen.queryByText('This is one line of at most 500 characters.')).toBeNull());
  expect(server.asked.at(-1)?.body).toEqual({ value: 'A-17' });
  await user.click(screen.getByRole('checkbox', { name: 'Paid' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Paid' }).checked).toBe(true));
});

it('takes up what a colleague changed, without losing what is typed', async () => {
  const user = userEvent.setup();
  serve({ 'GET /api/tickets/1/fields': { body: { data: [{ field_id: 1, value: 'A-1', by: 'ben', at: 1 }] } } });
  draw(<Fields info={anInfo({ id: 1 })} />);
  await screen.findByDisplayValue('A-1');
  changed(1, 'A-2');
  await screen.findByDisplayValue('A-2');
  await user.type(field('Order'), '9');
  changed(1, 'A-3');
  expect(await screen.findByText('Ben Lim set this to A-3 while you were typing. Saving replaces it.')).toBeTruthy();
  expect(field('Order').value).toBe('A-29');
  await user.type(field('Order'), '{Escape}');
  expect(field('Order').value).toBe('A-3');
  changed(2, true);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Paid' }).checked).toBe(true));
});

it('says when the values cannot be loaded', async () => {
  serve({ 'GET /api/tickets/1/fields': { status: 503, body: {} } });
  draw(<Fields info={anInfo({ id: 1 })} />);
  expect(await screen.findByText('The fields could not be loaded.')).toBeTruthy();
});
