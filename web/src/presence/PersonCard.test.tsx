import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useOnline } from './online';
import { openCard, useWindows } from './open';
import { PersonCard } from './PersonCard';

const pathOf = (one: { ticket_number: number; channel: string; livechat: boolean }) => `/${one.livechat ? 'livechat' : one.channel.toLowerCase()}/${one.ticket_number}`;
const line = (id: number, livechat = false) => ({ id, ticket_number: id, channel: 'TELEGRAM', title: `Lamp ${id}`, name: 'Mei', ts: 1_700_000_000, livechat });
const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => line(from - at));
const LIST = 'GET /api/ticket/user/list';

beforeEach(() => {
  const ann = { client_id: 1, username: 'ann', name: 'Ann', status: 'ONLINE', second_status: '', alternate: '', reason: '', automatic: false, ts: 100 };
  useOnline.setState({ phase: 'ready', problem: null, users: [ann], askedAt: 0 });
  openCard('ann');
});

it('shows what a colleague works on, page by page, and the level', async () => {
  const asked: string[] = [];
  serve({
    [LIST]: ({ url }) => {
      asked.push(url.search);
      const first = url.searchParams.get('offset') === '0';
      const data = url.searchParams.get('type') === 'livechat' ? [line(3, true)] : first ? many(30, 10) : many(20, 1);
      return { body: { data, exp: 120, expLevel: 2 } };
    },
  });
  draw(<PersonCard pathOf={pathOf} />);
  expect(await screen.findByText('Level 2 · 120 points')).toBeTruthy();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('All caught up!')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(11);
  expect(asked).toEqual(['?type=ticket&username=ann&offset=0', '?type=ticket&username=ann&offset=10']);
  await user.click(screen.getByRole('tab', { name: 'Live Chat' }));
  const chat = await screen.findByRole('link', { name: /Lamp 3/ });
  expect(chat.getAttribute('href')).toBe('/livechat/3');
  await user.click(chat);
  expect(useWindows.getState().card).toBeNull();
});

it('says where there is nothing to see, and what went wrong', async () => {
  serve({ [LIST]: ({ url }) => (url.searchParams.get('type') === 'ticket' ? { body: { data: [], exp: 0, expLevel: 1 } } : { status: 500, body: {} }) });
  draw(<PersonCard pathOf={pathOf} />);
  expect(await screen.findByText('No conversation that you may see')).toBeTruthy();
  expect(screen.getByText('Level 1 · 0 points')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Live Chat' }));
  expect(await screen.findByText('The conversations could not be loaded')).toBeTruthy();
});

it.each([
  ['translatebot', true],
  ['ann', false],
])('says of %s that it is a program: %s', async (username, told) => {
  serve({ [LIST]: () => ({ body: { data: [], exp: 0, expLevel: 1 } }) });
  useOnline.setState(({ users }) => ({ users: users.map((user) => ({ ...user, username })) }));
  openCard(username);
  draw(<PersonCard pathOf={pathOf} />);
  await screen.findByText('Level 1 · 0 points');
  expect(screen.queryByText('I am a bot. I help send messages, manage tickets and can do much more.') !== null).toBe(told);
});

it.each(['bot', 'chatbot', 'translatebot'])('tells what %s is although it is no colleague', async (username) => {
  const { asked } = serve({});
  openCard(username);
  draw(<PersonCard pathOf={pathOf} />);
  expect(await screen.findByText('I am a bot. I help send messages, manage tickets and can do much more.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: username, level: 3 })).toBeTruthy();
  expect(asked.some(({ key }) => key === LIST)).toBe(false);
});
