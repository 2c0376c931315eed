import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anAgent } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useLabels } from '../api/labels';
import type { MessageHit, Post } from './model';
import { SearchPanel } from './SearchPanel';

const post = (n: number, over: Partial<Post> = {}): Post => ({
  id: n,
  channel: 'X',
  ticket_number: n,
  title: `Lamp ${n}`,
  marks: [[0, 4]],
  label: '[]',
  name: `Guest ${n}`,
  livechat: false,
  closed: 0,
  ts: 1,
  ...over,
});
const hit = (n: number): MessageHit => ({
  id: n,
  ticket_id: n,
  channel: 'X',
  ticket_number: n,
  direction: 'in',
  message: `A lamp of message ${n}`,
  marks: [[2, 4]],
  sender_name: `Guest ${n}`,
  title: 'Lamp',
  livechat: false,
  ts: 1,
});
const ANSWER = { post: [post(1), post(2, { livechat: true })], message: [hit(3)], postCount: 8, messageCount: 1, postMore: false, messageMore: false, indexing: null };
const input = () => screen.getByRole<HTMLInputElement>('textbox');
const pathOf = (one: { ticket_number: number; livechat: boolean }) => `/${one.livechat ? 'livechat' : 'ticket'}/${one.ticket_number}`;

function open(answer: object = ANSWER) {
  const searched: URLSearchParams[] = [];
  const contacts: string[] = [];
  let release = () => {};
  let held: Promise<void> = Promise.resolve();
  const core = serve({
    'GET /api/search/data': async ({ url }) => {
      searched.push(url.searchParams);
      await held;
      return { body: answer };
    },
    'GET /api/contacts/list': ({ url }) => {
      contacts.push(url.search);
      return { body: { data: [{ id: 1, uid: 'u', name: 'Lamp Person', email: 'l@x.my', phone: '' }], total: 1, more: false } };
    },
    'GET /api/agent/-': { body: [anAgent({ id: 1, name: 'Lamp Agent', username: 'lamper', photo: '/photo/lamper' })] },
  });
  draw(<SearchPanel pathOf={pathOf} onOpen={() => {}} />);
  return {
    searched,
    contacts,
    core,
    user: userEvent.setup(),
    hold: () => {
      held = new Promise((done) => {
        release = done;
      });
      return () => release();
    },
  };
}

beforeEach(() => {
  const label = { id: 4, name: 'Lamp label', color: '#000000', colorDark: '#ffffff', level: 1, sla: 0, deleted: false };
  useLabels.setState({ phase: 'ready', problem: null, labels: [label] });
});

it('a word that is everywhere gives six sections, each in its place', async () => {
  const { user, searched } = open();
  await user.type(input(), 'lamp{Enter}');
  await screen.findByRole('region', { name: 'Live Chat' });
  const names = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['Label', 'Contact', 'Agent', 'Message', 'Ticket', 'Live Chat']);
  expect(searched[0]?.get('message')).toBe('lamp');
  expect(searched[0]?.get('search_index')).toBe('0');
  expect(screen.getByRole('link', { name: /A lamp of message 3/ }).getAttribute('href')).toBe('/ticket/3');
  expect(screen.getByRole('link', { name: /#2/ }).getAttribute('href')).toBe('/livechat/2');
});

it('chips put their key into the input, and the key is a parameter', async () => {
  const { user, searched, core } = open();
  await user.click(screen.getByRole('button', { name: /^Ticket/ }));
  expect(input().value).toBe('number:');
  await user.type(input(), '12{Enter}');
  await waitFor(() => expect(searched).toHaveLength(1));
  expect(searched[0]?.get('ticket')).toBe('12');
  expect(searched[0]?.get('entity')).toBe('Ticket');
  expect(core.asked.map((call) => call.key)).toEqual(['GET /api/search/data']);
});

it('typing clears, Enter starts at the first page, the pager goes in steps of six', async () => {
  const { user, searched, contacts } = open();
  await user.type(input(), 'lamp{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(searched).toHaveLength(2));
  expect(contacts).toEqual([0, 1].map((page) => `?searchBar=true&keyword=lamp&filter=all&pagination=6&page=${page}`));
  expect(searched[1]?.get('search_index')).toBe('6');
  expect(searched[1]?.get('search_message_index')).toBe('6');
  await screen.findByRole('button', { name: 'Page 2' });
  await user.type(input(), 's');
  expect(screen.queryAllByRole('region')).toEqual([]);
  await user.type(input(), '{Enter}');
  await waitFor(() => expect(searched[2]?.get('search_index')).toBe('0'));
  await user.click(screen.getAllByRole('button', { name: 'Clear' })[0] as HTMLElement);
  expect(input().value).toBe('');
  expect(screen.queryAllByRole('region')).toEqual([]);
});

it('asks nothing for nothing, and takes no input while it waits', async () => {
  const { user, searched, hold } = open();
  await user.type(input(), '  {Enter}');
  expect(searched).toEqual([]);
  const release = hold();
  await user.type(input(), 'lamp{Enter}');
  await waitFor(() => expect(searched).toHaveLength(1));
  await user.type(input(), 'more{Enter}');
  expect(input().value.trim()).toBe('lamp');
  expect(searched).toHaveLength(1);
  release();
  await screen.findByRole('region', { name: 'Message' });
});

it('arrows walk through the results, and a name leads to its tickets', async () => {
  const { user, searched } = open();
  await user.type(input(), 'lamp{Enter}');
  await screen.findByRole('region', { name: 'Label' });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Lamp label');
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(input());
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(searched).toHaveLength(2));
  expect(input().value).toBe('label:"Lamp label"');
  expect(searched[1]?.get('label')).toBe('"Lamp label"');
});

it('says when nothing is found, and what went wrong', async () => {
  const none = { ...ANSWER, post: [], message: [], postCount: 0, messageCount: 0 };
  const { user } = open(none);
  await user.type(input(), 'number:9{Enter}');
  await screen.findByText('Nothing was found');
  serve({ 'GET /api/search/data': { status: 503, body: { error: { code: 'unavailable', message: 'Come again.' } } } });
  await user.type(input(), '1{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Come again.');
});
