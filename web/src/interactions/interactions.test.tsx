import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { serveInteractions, SOME } from '../../tests/interactions';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { contextNow } from '../actions/live';
import { InteractionsRoom } from './InteractionsRoom';
import type { PathOf } from './model';

const pathOf: PathOf = ({ ticket_number: number, livechat, channel }) => `/${livechat ? 'livechat' : channel === 'EXCHANGE' ? 'call' : 'ticket'}/${number}`;

function open(path = '/interactions') {
  return drawRoutes([{ path: '*', element: <InteractionsRoom pathOf={pathOf} /> }], path).router;
}

const lines = async () => within(await screen.findByRole('list', { name: 'Interactions with Puan Mei' })).getAllByRole('link');

beforeEach(() => {
  useAgents.setState({ names: new Map([['anna', 'Anna'], ['ben', 'Ben']]) });
});

it('asks whose timeline it is, found by what is typed', async () => {
  const { searched } = serveInteractions(...SOME);
  const router = open();
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { name: 'Choose a contact' })).toBeTruthy();
  await screen.findByRole('link', { name: /Tan/ });
  await user.type(screen.getByRole('textbox', { name: 'Name, address or number' }), 'me');
  await waitFor(() => expect(screen.queryByRole('link', { name: /Tan/ })).toBeNull());
  expect(searched.at(-1)).toBe('?searchBar=true&keyword=me&filter=all&pagination=20&page=0');
  await user.click(screen.getByRole('link', { name: /Puan Mei/ }));
  expect(router.state.location.search).toBe('?contact=u7');
  expect(await lines()).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Another contact' }));
  expect(await screen.findByRole('heading', { name: 'Choose a contact' })).toBeTruthy();
});

it('says when nobody is found', async () => {
  serveInteractions(...SOME);
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name, address or number' }), 'zz');
  expect(await screen.findByText('Nobody found')).toBeTruthy();
});

it('tells what happened over all channels, the newest first, and leads there by its kind', async () => {
  const { lists } = serveInteractions(...SOME);
  open('/interactions?contact=u7');
  const rows = await lines();
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/call/103', '/livechat/102', '/ticket/101']);
  expect(rows.map((row) => row.querySelector('small')?.textContent)).toEqual(['Call · Resolved · With Anna, Ben', 'Live chat · Open · With nobody yet', 'Ticket · Open · With nobody yet']);
  expect(rows[0]?.querySelector('time')?.dateTime).toBe('2023-11-14T22:18:20.000Z');
  expect(lists).toEqual(['ticket/0', 'livechat/0'].map((list) => [list, { field: 'contact_id', fieldValue: '7' }]));
});

it('is narrowed by channel and days, in the address', async () => {
  const { lists } = serveInteractions(...SOME);
  const router = open('/interactions?contact=u7&from=2023-11-01');
  const user = userEvent.setup();
  await lines();
  expect(lists.at(-1)?.[1]).toEqual({ field: 'contact_id', fieldValue: '7', startDate: '2023-11-01' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Channel' }), 'EXCHANGE');
  await waitFor(async () => expect(await lines()).toHaveLength(1));
  await user.type(screen.getByLabelText('Last day'), '2023-11-30');
  await waitFor(() => expect(lists.at(-1)?.[1]).toEqual({ field: 'contact_id', fieldValue: '7', channelFilter: 'EXCHANGE', startDate: '2023-11-01', endDate: '2023-11-30' }));
  expect(router.state.location.search).toBe('?contact=u7&from=2023-11-01&channel=EXCHANGE&until=2023-11-30');
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(router.state.location.search).toBe('?contact=u7');
});

it('goes on page by page without putting anything between what was read', async () => {
  const tickets = Array.from({ length: 31 }, (_, at) => aTicket({ id: 100 - at, ticket_number: 100 - at, ts: 10_000 - at }));
  const { lists } = serveInteractions(tickets, [aTicket({ id: 200, ticket_number: 200, ts: 9_971, livechat: true }), aTicket({ id: 201, ticket_number: 201, ts: 5, livechat: true })]);
  open('/interactions?contact=u7');
  expect((await lines()).map((row) => row.getAttribute('href')).slice(-2)).toEqual(['/livechat/200', '/ticket/71']);
  await userEvent.click(screen.getByRole('button', { name: 'Show More' }));
  await waitFor(async () => expect(await lines()).toHaveLength(33));
  expect((await lines()).map((row) => row.getAttribute('href')).slice(-2)).toEqual(['/ticket/70', '/livechat/201']);
  expect(lists.map(([list]) => list)).toEqual(['ticket/0', 'livechat/0', 'ticket/30']);
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
});

it('moves along its lines with the keys of lists', async () => {
  serveInteractions(...SOME);
  open('/interactions?contact=u7');
  const rows = await lines();
  act(() => contextNow().list?.move(1));
  expect(document.activeElement).toBe(rows[0]);
  act(() => contextNow().list?.move(1));
  expect(document.activeElement).toBe(rows[1]);
});

it.each([
  ['/interactions?contact=u7', 'Nothing happened yet'],
  ['/interactions?contact=u7&channel=SMS', 'Nothing matches the filter'],
  ['/interactions?contact=gone', 'There is no such contact'],
])('at %s says: %s', async (path, said) => {
  serveInteractions([]);
  open(path);
  expect(await screen.findByText(said)).toBeTruthy();
});

it('is not for those from whom contacts are hidden', async () => {
  serveInteractions([]);
  serve({ 'GET /api/contacts/list': { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } } });
  open();
  expect(await screen.findByText('You do not have the permission to look at contacts')).toBeTruthy();
});

it('says what could not be loaded, and tries again', async () => {
  serveInteractions([]);
  const contacts = { body: { data: [{ id: 7, uid: 'u7', name: 'Mei', salutation: 'Puan', email: '', phone: '' }], total: 1, more: false } };
  serve({ 'GET /api/contacts/list': contacts, 'GET /api/ticket/load/-/all/ticket/0': { status: 500, body: {} }, 'GET /api/ticket/load/-/all/livechat/0': { body: { data: [] } } });
  open('/interactions?contact=u7');
  expect(await screen.findByText('The interactions could not be loaded')).toBeTruthy();
  serveInteractions(...SOME);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await lines()).length).toBeGreaterThan(0);
});
