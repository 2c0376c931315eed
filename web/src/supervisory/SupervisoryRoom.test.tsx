import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { drawRoutes } from '../../tests/draw';
import { serve } from '../../tests/server';
import { aBoard, aSupervisedAgent, aSupervisedChat, aSupervisedQueue } from '../../tests/supervisory';
import { useDepartments } from '../api/departments';
import { applyEvent } from '../realtime/apply';
import { useConnection } from '../realtime/connection';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import * as toast from '../ui/toast';
import type { BoardDesk } from './desk';
import type { SupervisoryBoard } from './model';
import { SupervisoryRoom } from './SupervisoryRoom';

const success = vi.spyOn(toast, 'toastSuccess').mockReturnValue(undefined);
const failure = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);

const desk: BoardDesk = {
  links: { livechat: '/livechat', open: '/ticket', unassigned: '/ticket?agents=-', overdue: '/ticket?due=overdue', dueSoon: '/ticket?due=soon' },
  chatPath: (number) => `/livechat/${number}`,
  callPath: null,
  channelPath: (id) => `/channels/${id}`,
  statusDot: (status) => <i data-dot={status} />,
  statuses: [
    { code: 'ONLINE', name: 'Online' },
    { code: 'AWAY', name: 'Away' },
    { code: 'T1', name: 'Training' },
  ],
  needsReason: (code) => code === 'AWAY',
};

const BOARD = 'GET /api/supervisory';
const STATUS = 'POST /api/supervisory/agents/2/status';
const WHISPER = 'POST /api/supervisory/chats/40/whisper';
const OK = { body: { result: 'success' } };

let board: SupervisoryBoard;

function open(routes: Parameters<typeof serve>[0] = {}) {
  const { asked } = serve({ [BOARD]: () => ({ body: board }), 'GET /api/department2/-': { body: [] }, ...routes });
  const { router, view } = drawRoutes([{ path: '*', element: <SupervisoryRoom desk={desk} /> }], '/supervisory');
  return { asked, router, view, user: userEvent.setup() };
}

const sessionOf = (type: 'admin' | 'agent', permission: string[]) =>
  useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, permission, type: type }) });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (part: { getAllByRole: (role: string) => HTMLElement[] }) => part.getAllByRole('rowheader').map((header) => header.textContent);

beforeEach(() => {
  setTimezone('UTC');
  sessionOf('admin', []);
  useConnection.setState({ phase: 'live' });
  useDepartments.setState({ phase: 'ready', problem: null, departments: [] });
  board = aBoard();
  success.mockClear();
  failure.mockClear();
});

async function choose(user: ReturnType<typeof userEvent.setup>, menu: string, item: string) {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the figures', () => {
  it('count the desk, and lead to the lists behind them', async () => {
    open();
    const figures = within(await screen.findByRole('list', { name: 'The desk now' }));
    const found = figures.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(found).toEqual([
      ['Visitors waiting 3', '/livechat'],
      ['Live chats running 1', '/livechat'],
      ['Open tickets 500+', '/ticket'],
      ['12 unassigned', '/ticket?agents=-'],
      ['Overdue 2', '/ticket?due=overdue'],
      ['Due soon 0', '/ticket?due=soon'],
    ]);
    expect(figures.getByRole('timer').textContent).toMatch(/^longest 2:0\d$/);
  });
});

describe('the parts', () => {
  it('show the queues with what waits in them', async () => {
    board = aBoard({
      queues: [
        aSupervisedQueue({ waiting: 2, ringing: 1, oldest_at: Date.now() - 30_000, free_agents: 0 }),
        aSupervisedQueue({ id: 2, name: 'Chats', work: 'live_chats', open: false }),
        aSupervisedQueue({ id: 3, name: 'Old', enabled: false }),
      ],
    });
    open();
    const queues = await section('Queues');
    expect(queues.getByRole('table', { name: 'Queues' })).toBeTruthy();
    expect(rowsOf(queues)).toEqual(['Orders', 'ChatsClosed', 'OldDisabled']);
    const cells = within(queues.getAllByRole('row')[1] ?? document.body).getAllByRole('cell');
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual(['Tickets', '2', '1']);
    expect(cells[3]?.textContent).toMatch(/^0:3\d$/);
  });

  it('show the agents, who can be given work first', async () => {
    board = aBoard({
      agents: [
        aSupervisedAgent({ user_id: 5, username: 'ben', name: 'Ben', status: 'OFFLINE', not_reachable: 'offline', since: 0 }),
        aSupervisedAgent({ user_id: 6, username: 'tan', name: 'Tan', status: 'AWAY', second_status: 'T1', alternate: 'Training', reason: 'Course', not_reachable: 'away' }),
        aSupervisedAgent(),
      ],
    });
    open();
    const agents = await section('Agents');
    expect(rowsOf(agents)).toEqual(['Mei', 'Tan', 'Ben']);
    const [, mei = document.body, tan = document.body] = agents.getAllByRole('row');
    expect(within(mei).getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Online', expect.stringMatching(/^5:0\d$/), 'Available', '3 of 10', '1 of 3', '4', '']);
    expect(within(tan).getAllByRole('cell')[0]?.textContent).toBe('TrainingCourse');
    expect(tan.querySelector('[data-dot="AWAY"]')).toBeTruthy();
  });

  it('mark a visitor who waits for an answer for more than a minute', async () => {
    board = aBoard({
      chats: {
        running: 60,
        shown: [aSupervisedChat({ unanswered_since: Date.now() - 61_000 }), aSupervisedChat({ ticket_id: 41, ticket_number: 1041, visitor: '', agents: [], unanswered_since: Date.now() - 20_000, page_url: '' })],
      },
    });
    open();
    const chats = await section('Live chats');
    expect(rowsOf(chats)).toEqual(['Vera #1040', 'Visitor #1041']);
    expect(chats.getAllByRole('timer').map((timer) => timer.dataset['long'])).toEqual([undefined, 'true', undefined, undefined]);
    expect(chats.getByText('Showing 2 of 60')).toBeTruthy();
    expect(chats.getByRole('link', { name: 'Lamps' }).getAttribute('rel')).toBe('noopener noreferrer');
    expect(chats.getByText('Mei')).toBeTruthy();
  });

  it('show channels only where some are not well', async () => {
    board = aBoard({ channels: [{ channel_id: 3, name: 'Shop bot', channel: 'TELEGRAM', status: 'auth_failed', reason: 'Token revoked' }] });
    const { view } = open();
    const channels = await section('Channels with problems');
    expect(channels.getByRole('link', { name: 'Shop bot' }).getAttribute('href')).toBe('/channels/3');
    expect(channels.getByText('Sign-in refused')).toBeTruthy();
    view.unmount();
    board = aBoard();
    open();
    await section('Queues');
    expect(screen.queryByRole('region', { name: 'Channels with problems' })).toBeNull();
  });

  it('say what to do where there is nothing', async () => {
    board = aBoard({ queues: [], agents: [], chats: { running: 0, shown: [] } });
    open();
    expect((await section('Queues')).getByRole('link', { name: 'Set up routing' })).toBeTruthy();
    expect(screen.getByText('No agents')).toBeTruthy();
    expect(screen.getByText('No live chats')).toBeTruthy();
  });
});

describe('what an admin does', () => {
  it('sets the status of an agent, and says beside a field what is refused', async () => {
    let refuse = true;
    const answer = () => {
      if (!refuse) return { body: aSupervisedAgent({ status: 'AWAY', second_status: 'AWAY' }) };
      return { status: 422, body: { error: { code: 'invalid', message: '', fields: { reason: 'Say why in other words.' } } } };
    };
    const { user, asked } = open({ [STATUS]: answer });
    await choose(user, 'Actions for Mei', 'Set status…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Status of Mei' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Away');
    await user.click(dialog.getByRole('button', { name: 'Set status' }));
    expect(dialog.getByText('Enter a reason.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Stand-up');
    await user.click(dialog.getByRole('button', { name: 'Set status' }));
    expect(await dialog.findByText('Say why in other words.')).toBeTruthy();
    refuse = false;
    board = aBoard({ agents: [aSupervisedAgent({ status: 'AWAY', second_status: 'AWAY' })] });
    await user.click(dialog.getByRole('button', { name: 'Set status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.filter(({ key }) => key === STATUS).map(({ body }) => body)).toEqual(Array(2).fill({ status: 'AWAY', reason: 'Stand-up' }));
    expect(within(screen.getByRole('region', { name: 'Agents' })).getByText('Away')).toBeTruthy();
    expect(success.mock.calls).toEqual([['Mei is now Away.']]);
  });

  it('sends no reason with a status that needs none', async () => {
    const { user, asked } = open({ [STATUS]: { body: aSupervisedAgent() } });
    await choose(user, 'Actions for Mei', 'Set status…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Training');
    await user.click(dialog.getByRole('button', { name: 'Set status' }));
    await waitFor(() => expect(asked.find(({ key }) => key === STATUS)?.body).toEqual({ status: 'T1', reason: '' }));
  });

  it.each([
    ['Watch', 'watch'],
    ['Take over', 'take_over'],
  ])('%s tells the server, and opens the conversation', async (item, call) => {
    const key = `POST /api/supervisory/chats/40/${call}`;
    const { user, asked, router } = open({ [key]: OK });
    await choose(user, 'Actions for the chat with Vera', item);
    await waitFor(() => expect(router.state.location.pathname).toBe('/livechat/1040'));
    expect(asked.filter((one) => one.key === key)).toHaveLength(1);
  });

  it('stays where taking over is refused', async () => {
    const { user, router } = open({ 'POST /api/supervisory/chats/40/take_over': { status: 409, body: { error: { code: 'conflict', message: 'The chat is over.' } } } });
    await choose(user, 'Actions for the chat with Vera', 'Take over');
    await waitFor(() => expect(failure.mock.calls).toEqual([['This could not be done. The chat is over.']]));
    expect(router.state.location.pathname).toBe('/supervisory');
  });

  it('whispers with Ctrl+Enter', async () => {
    const { user, asked } = open({ [WHISPER]: OK });
    await choose(user, 'Actions for the chat with Vera', 'Whisper…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Whisper in the chat with Vera' }));
    await user.type(dialog.getByRole('textbox', { name: 'Note to the agents' }), ' Offer a refund{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.filter(({ key }) => key === WHISPER).map(({ body }) => body)).toEqual([{ text: 'Offer a refund' }]);
  });

  it('reassigns a chat to somebody who does not have it', async () => {
    board = aBoard({ agents: [aSupervisedAgent(), aSupervisedAgent({ user_id: 5, username: 'ben', name: 'Ben' })] });
    const key = 'PUT /api/tickets/40/participants';
    const { user, asked } = open({ [key]: { body: {} } });
    await choose(user, 'Actions for the chat with Vera', 'Reassign…');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Ben']);
    await user.click(dialog.getByRole('button', { name: 'Reassign' }));
    await waitFor(() => expect(asked.find((one) => one.key === key)?.body).toEqual({ participants: ['ben'] }));
  });
});

describe('who may see it', () => {
  it('an agent who may view reports sees the board without what admins do', async () => {
    sessionOf('agent', ['view_report']);
    open();
    await section('Agents');
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Vera' })).toBeNull();
  });

  it.each([
    ['a supervisor acts on what a supervisor sees', ['supervise', 'view_all', 'view_report'], 2, 'link'],
    ['who does not see all chats sets the status of agents alone', ['supervise', 'view_report'], 1, null],
    ['who sees all and supervises nothing looks into chats', ['view_all', 'view_report'], 0, 'link'],
    ['an auditor acts on nothing', ['read_only', 'supervise', 'view_all', 'view_report'], 0, 'link'],
  ])('%s', async (_who, permission, places, link) => {
    board = aBoard({ agents: [aSupervisedAgent()], chats: { running: 1, shown: [aSupervisedChat()] } });
    sessionOf('agent', permission);
    open();
    await section('Agents');
    expect(screen.queryAllByRole('button', { name: /^Actions/ })).toHaveLength(places);
    expect(screen.queryAllByRole('link', { name: aSupervisedChat().visitor })).toHaveLength(link === null ? 0 : 1);
  });

  it('others are told, and nothing is asked', () => {
    sessionOf('agent', []);
    const { asked } = open();
    expect(screen.getByText('You need the permission to view reports')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('whoever the server refuses is told the same', async () => {
    open({ [BOARD]: { status: 403, body: { error: { code: 'forbidden', message: '' } } } });
    expect(await screen.findByText('You need the permission to view reports')).toBeTruthy();
  });
});

describe('until it can be shown', () => {
  it('nothing is drawn before there is a socket and the departments are known', async () => {
    useConnection.setState({ phase: 'idle' });
    useDepartments.setState({ phase: 'loading' });
    const { asked, view } = open();
    const drawn = () => view.container.querySelector('[class*="room"]');
    expect(drawn()).toBeNull();
    act(() => useConnection.setState({ phase: 'live' }));
    expect([drawn(), asked]).toEqual([null, []]);
    act(() => useDepartments.getState().take([]));
    await section('Queues');
    expect(asked.map(({ key }) => key)).toEqual([BOARD]);
  });

  it('a skeleton stands for it, and what failed can be tried again', async () => {
    let fails = true;
    const { user } = open({ [BOARD]: () => (fails ? { status: 500, body: { error: { code: 'internal', message: '' } } } : { body: board }) });
    expect((await screen.findByRole('alert')).textContent).toContain('The board could not be loaded');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await section('Queues');
  });
});

describe('while it is out of date', () => {
  it('each part says so in a word, and when it was read', async () => {
    board = aBoard({ at: Date.UTC(2026, 10, 27, 9, 5, 7) });
    open();
    const queues = await section('Queues');
    expect(queues.getByText('Read at 09:05:07')).toBeTruthy();
    expect(queues.queryByText('Out of date')).toBeNull();
    act(() => useConnection.setState({ phase: 'waiting' }));
    for (const name of ['Queues', 'Agents', 'Live chats']) {
      const part = screen.getByRole('region', { name });
      expect([part.dataset['stale'], within(part).getByText('Out of date').tagName]).toEqual(['true', 'STRONG']);
    }
  });

  it('follows what happens', async () => {
    open();
    await section('Queues');
    board = aBoard({ queues: [aSupervisedQueue({ name: 'Returns' })] });
    act(() => applyEvent('routingQueuesChanged', {}));
    expect(await screen.findByRole('rowheader', { name: 'Returns' })).toBeTruthy();
  });
});
