import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { ContactList } from './ContactList';
import { reachOf, rowsOf, type ContactPage, type ContactRow } from './model';

const LIST = 'GET /api/contacts/list';
const one = (id: number, more: Partial<ContactRow> = {}): ContactRow => ({ id, uid: `u${id}`, name: `Guest ${id}`, salutation: '', email: '', phone: '', ...more });
const page = (data: ContactRow[], more: Partial<ContactPage> = {}): ContactPage => ({ data, total: data.length, more: false, ...more });
const many = (from: number) => Array.from({ length: 30 }, (_, at) => one(from - at));
const names = () => screen.getAllByRole('link').map((link) => link.querySelector('[class*=name]')?.textContent);

it('lists contacts by the page, each once, and leads to their profiles', async () => {
  const asked: string[] = [];
  serve({
    [LIST]: ({ url }) => {
      asked.push(url.search);
      return { body: url.searchParams.get('page') === '0' ? page(many(99), { total: 31 }) : page([one(70), one(69, { salutation: 'Puan', email: 'g@shop.example', phone: '+60' })], { total: 31 }) };
    },
  });
  draw(<ContactList />);
  expect(await screen.findByText('31 contacts')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show More' }));
  const last = await screen.findByRole('link', { name: /Puan Guest 69/ });
  expect(last.getAttribute('href')).toBe('/contacts/u69');
  expect(last.textContent).toContain('g@shop.example · +60');
  expect(screen.getAllByRole('link')).toHaveLength(31);
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  expect(asked).toEqual(['?searchBar=false&keyword=&filter=all&pagination=30&page=0', '?searchBar=false&keyword=&filter=all&pagination=30&page=1']);
});

it('has nobody twice whom a newcomer pushed onto the next page', () => {
  expect(rowsOf([page([one(3), one(2)]), page([one(2), one(1)])]).map(({ id }) => id)).toEqual([3, 2, 1]);
});

it('does not say a number twice', () => {
  expect(reachOf(one(1, { name: '+60', phone: '+60', email: 'g@shop.example' }))).toBe('g@shop.example');
});

it('says with each search that it is one, what for, among whom, and which page', async () => {
  const asked: string[] = [];
  serve({
    [LIST]: ({ url }) => {
      asked.push(url.search);
      return { body: page([one(1, { email: 'g@shop.example' })]) };
    },
  });
  draw(<ContactList />);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Name, address or number' }), 'g');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter contacts' }), 'With email address');
  await waitFor(() => expect(asked.at(-1)).toBe('?searchBar=true&keyword=g&filter=email&pagination=30&page=0'));
});

it('finds by what is typed, says when there is nobody, and clears', async () => {
  serve({ [LIST]: ({ url }) => ({ body: url.searchParams.get('keyword') === '' ? page([one(2), one(1)]) : url.searchParams.get('keyword') === 'gu' ? page([one(2)]) : page([]) }) });
  draw(<ContactList />);
  const user = userEvent.setup();
  await screen.findByText('2 contacts');
  const field = screen.getByRole('textbox', { name: 'Name, address or number' });
  await user.type(field, 'gu');
  expect(await screen.findByText('1 found')).toBeTruthy();
  expect(names()).toEqual(['Guest 2']);
  await user.type(field, 'x');
  expect(await screen.findByText('Nobody found')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('2 contacts')).toBeTruthy();
});

it('filters by how people can be reached', async () => {
  serve({ [LIST]: ({ url }) => ({ body: url.searchParams.get('filter') === 'phone' ? page([one(1, { phone: '+60' })]) : url.searchParams.get('filter') === 'none' ? page([]) : page([one(2), one(1)]) }) });
  draw(<ContactList />);
  const user = userEvent.setup();
  await screen.findByText('2 contacts');
  const filter = screen.getByRole('combobox', { name: 'Filter contacts' });
  await user.selectOptions(filter, 'With phone number');
  expect(await screen.findByText('1 found')).toBeTruthy();
  expect(names()).toEqual(['Guest 1']);
  await user.selectOptions(filter, 'With neither');
  expect(await screen.findByText('Nobody found')).toBeTruthy();
  await user.selectOptions(filter, 'All contacts');
  expect(await screen.findByText('2 contacts')).toBeTruthy();
});

it('is not for everybody, and can be asked again after a failure', async () => {
  let status = 403;
  serve({ [LIST]: () => (status === 200 ? { body: page([]) } : { status, body: { error: { code: status === 403 ? 'forbidden' : 'internal', message: 'No.' } } }) });
  const first = draw(<ContactList />);
  expect(await screen.findByText('You do not have the permission to look at contacts')).toBeTruthy();
  first.unmount();
  status = 500;
  draw(<ContactList />);
  expect(await screen.findByText('The contacts could not be loaded')).toBeTruthy();
  status = 200;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No contacts yet')).toBeTruthy();
});

it('follows merges at once', async () => {
  let now = [one(2), one(1)];
  serve({ [LIST]: () => ({ body: page(now) }) });
  draw(<ContactList />);
  await screen.findByText('2 contacts');
  now = [one(2)];
  act(() => applyEvent('contactMerged', { survivor: one(2), loser: one(1), merged: true, by: 'agent1' }));
  await waitFor(() => expect(names()).toEqual(['Guest 2']));
});
