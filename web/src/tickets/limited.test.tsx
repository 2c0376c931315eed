import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aMessage, anAgent, anInfo, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { useDepartments } from '../api/departments';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { fetchPart } from '../ui/lazyPart';
import { loadNotePanel } from './composer/note/load';
import { ConversationPane } from './conversation/ConversationPane';
import type { Conversation } from './conversation/store';
import { PeopleMenu } from './details/PeopleMenu';
import { loadDetails } from './details/load';
import { loadTicketTexts } from './texts';

const limitTo = (...permission: string[]) => useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, type: 'agent', permission }) });

beforeAll(async () => {
  await Promise.all([loadTicketTexts(), fetchPart(loadNotePanel), fetchPart(loadDetails)]);
});

beforeEach(() => {
  localStorage.clear();
  useDepartments.setState({ phase: 'ready', problem: null, departments: [] });
  useAgents.setState({ agents: [anAgent({ id: 1, name: 'Ann', username: 'ann' }), anAgent({ id: 3, name: 'Lee', username: 'lee', answers: false })] });
});

function show() {
  const core = serve({ 'POST /api/tickets/1/notes': { body: { result: 'success', data: aMessage({ id: 9, direction: 'note' }) } } });
  const info = anInfo({ blocked: true });
  const conversation: Conversation = {
    number: '1001', phase: 'ready', problem: null, info, messages: [aMessage()], more: 'none', newer: 'none', firstUnread: null, opened: true,
  } as unknown as Conversation;
  draw(<ConversationPane conversation={conversation} info={info} backTo={null} wide ended={undefined} />);
  return { ...core, user: userEvent.setup() };
}

/** What acts on a ticket or a message, by its button. */
const ACTS = ['Status: Open', 'Ticket actions', 'Reply to this', 'Attach files', 'Send', 'Change who takes part', 'Change labels', 'Change the department', 'Change the severity'];
const acts = () => ACTS.filter((name) => screen.queryAllByRole('button', { name }).length > 0);

it('a light agent writes notes and has no answer', async () => {
  limitTo('notes_only');
  const { asked, user } = show();
  const field = await screen.findByLabelText('Note for your team');
  expect(screen.getByText('Your role lets you write notes.')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(acts()).toEqual([]);
  await user.type(field, 'Look at this{Enter}');
  await waitFor(() => expect(asked.some(({ key }) => key === 'POST /api/tickets/1/notes')).toBe(true));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});

it('an auditor has no composer, and nothing that acts', async () => {
  limitTo('read_only');
  show();
  expect(await screen.findByText('Your role lets you read, and change nothing.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(await screen.findByRole('region', { name: i18next.t('details.properties') })).toBeTruthy();
  expect(acts()).toEqual([]);
});

it('whoever answers has all of it', async () => {
  limitTo();
  show();
  expect(await screen.findByLabelText('Your answer')).toBeTruthy();
  await waitFor(() => expect(acts()).toEqual(ACTS));
});

it.each([
  ['offers nobody who answers no customers', [], ['Ann']],
  ['keeps those who take part already', ['lee'], ['Ann', 'Lee']],
])('%s', async (_, taking, names) => {
  limitTo();
  draw(<PeopleMenu info={anInfo({ participants: taking.map((username) => ({ username, name: username, photo: '' })) })} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Change who takes part' }));
  expect((await screen.findAllByRole('menuitemcheckbox')).map((one) => one.textContent)).toEqual(names);
});
