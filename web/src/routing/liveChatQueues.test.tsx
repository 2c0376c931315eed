import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aChannel, aPlugin, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { channelsOf, usePlugins } from '../api/plugins';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { closeDialog, useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, type RoutingQueue } from './model';
import { RoutingSection } from './RoutingSection';

const SALES: RoutingQueue = { ...draftOf(null), id: 3, name: 'Sales', waiting: 0, waiting_since: null, broken: false };
const CHATS: RoutingQueue = { ...SALES, id: 6, name: 'Chats', work: 'live_chats', waiting: 2, waiting_since: Date.now() - 120_000 };
const MALAY: RoutingQueue = { ...CHATS, id: 7, name: 'Malay', conditions: [{ field: 'language', values: ['ms'] }], waiting: 0, broken: true };

function core(queues: RoutingQueue[], more: Parameters<typeof serve>[0] = {}) {
  return serve({
    'GET /api/routing/queues': { body: queues },
    'GET /api/routing/skills': { body: [] },
    'GET /api/routing/agents': { body: [] },
    'GET /api/routing/settings': { body: { capacity: 10, chat_capacity: 3 } },
    'GET /api/hours': { body: [] },
    'GET /api/department2/-': { body: [] },
    ...more,
  });
}

const body = (asked: readonly { key: string; body: unknown }[], key: string) => asked.find((call) => call.key === key)?.body;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const unfold = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choices = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);

beforeEach(() => {
  dropDrafts();
  closeDialog();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  const page = aPlugin('LIVECHAT', [], { channels: [aChannel('LIVECHAT', { name: 'Chat page', opens: 'livechat' })] });
  const plugins = [aPlugin('TELEGRAM'), page];
  usePlugins.setState({ plugins, channels: channelsOf(plugins), loaded: true });
  useLabels.setState({ phase: 'ready', labels: [] });
  useDepartments.setState({ phase: 'ready', departments: [] });
});

it('says in the list what each queue takes in', async () => {
  core([SALES, CHATS, MALAY]);
  draw(<RoutingSection />);
  const rows = within(await screen.findByRole('list', { name: 'Queues' })).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('button')?.textContent)).toEqual([
    'SalesTickets · Longest idle · All agents · Every ticket · 0 waiting',
    'ChatsLive chats · Longest idle · All agents · Every live chat · 2 waiting, longest 2 minutes',
    'MalayGives no live chatsLive chats · Longest idle · All agents · 1 condition · 0 waiting',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete Chats' }));
  expect(useDialog.getState().dialog?.text).toContain('Visitors waiting in it');
});

it('makes a queue of live chats, of which only what is known of visitors can be asked', async () => {
  const { asked } = core([SALES, CHATS], { 'POST /api/routing/queues': { status: 201, body: CHATS } });
  draw(<RoutingSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'New queue' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Tickets' }).checked).toBe(true);
  await userEvent.type(screen.getByLabelText('Name'), 'Night');
  await userEvent.click(screen.getByRole('radio', { name: 'Live chats' }));
  expect(screen.queryByRole('button', { name: 'Add condition' })).toBeNull();
  expect(screen.queryByLabelText('Wrap-up time')).toBeNull();
  expect(screen.getByText('When off, the live chat is given to the agent right away.')).toBeTruthy();

  await userEvent.click(screen.getByRole('combobox', { name: 'Channel' }));
  // A page of live chat is a place visitors come by; a messenger is none.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Chat page']);
  await userEvent.click(screen.getByRole('option', { name: 'Chat page' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Malay' }));
  await userEvent.keyboard('{Escape}');
  await unfold(/^Waiting and priority/);
  expect(screen.queryByLabelText('Previous agent first')).toBeNull();
  await unfold(/^Overflow/);
  expect(choices('Overflow queue')).toEqual(['None', 'Chats']);
  await userEvent.selectOptions(screen.getByLabelText('Overflow queue'), 'Chats');
  await save();
  await waitFor(() =>
    expect(body(asked, 'POST /api/routing/queues')).toEqual({
      ...draftOf(null),
      name: 'Night',
      work: 'live_chats',
      conditions: [
        { field: 'channel', values: ['LIVECHAT'] },
        { field: 'language', values: ['ms'] },
      ],
      overflow_queue_id: 6,
      overflow_minutes: 30,
    }),
  );
});

it('says of a queue there is what it takes in, which cannot be chosen any more', async () => {
  core([SALES, CHATS, MALAY]);
  draw(<RoutingSection />);
  await userEvent.click(await screen.findByText('Malay'));
  expect(screen.getByText('Takes in').parentElement?.textContent).toContain('Live chats');
  expect(screen.queryByRole('radio', { name: 'Live chats' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('This queue gives no live chats');
  await unfold(/^Overflow/);
  expect(choices('Overflow queue')).toEqual(['None', 'Chats']);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByText('Sales'));
  await unfold(/^Overflow/);
  expect(choices('Overflow queue')).toEqual(['None']);
});

it('puts a refusal beside its field', async () => {
  const fields = { work: 'A queue keeps taking in what it was made for.', 'conditions.0.values': 'This language is gone.' };
  core([MALAY], { 'PUT /api/routing/queues/7': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } } });
  draw(<RoutingSection />);
  await userEvent.click(await screen.findByText('Malay'));
  await userEvent.type(screen.getByLabelText('Name'), ' desk');
  await save();
  expect(await screen.findByText(fields.work)).toBeTruthy();
  expect(screen.getByText(fields['conditions.0.values'])).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Language' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('combobox', { name: 'Channel' }).getAttribute('aria-invalid')).not.toBe('true');
});
