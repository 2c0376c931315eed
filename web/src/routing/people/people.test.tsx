import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { closeDialog, useDialog } from '../../ui/dialog';
import * as toast from '../../ui/toast';
import { dropDrafts } from '../../ui/useDraft';
import type { RoutingAgent, RoutingSettings, RoutingSkill } from '../model';
import { PeopleBlock } from './PeopleBlock';

const MEI: RoutingAgent = { user_id: 5, username: 'mei', name: 'Mei', capacity: null, load: 2, chat_capacity: null, chats: 1, not_reachable: null, skills: [{ skill_id: 1, level: 3 }] };
const RAVI: RoutingAgent = { user_id: 6, username: 'ravi', name: 'Ravi', capacity: 4, load: 4, chat_capacity: 2, chats: 0, not_reachable: 'full', skills: [] };
const FRENCH: RoutingSkill = { id: 1, name: 'French', agents: 1, queues: 2 };
const REFUNDS: RoutingSkill = { id: 2, name: 'Refunds', agents: 0, queues: 0 };

type Saved = Pick<RoutingAgent, 'capacity' | 'chat_capacity' | 'skills'>;
type Routes = Parameters<typeof serve>[0];

/** A core that keeps what it is told about agents. */
function core(agents: RoutingAgent[], skills: RoutingSkill[], more: Routes = {}) {
  const saves: Routes = {};
  for (const { user_id } of agents) {
    saves[`PUT /api/routing/agents/${user_id}`] = ({ body }) => {
      const at = agents.findIndex((one) => one.user_id === user_id);
      const before = agents[at];
      if (before === undefined) return { status: 404, body: {} };
      const after = { ...before, ...(body as Saved) };
      agents[at] = after;
      return { body: after };
    };
  }
  return serve({
    'GET /api/routing/agents': () => ({ body: agents }),
    'GET /api/routing/skills': () => ({ body: skills }),
    'GET /api/routing/settings': { body: { capacity: 10, chat_capacity: 3 } },
    ...saves,
    ...more,
  });
}

const cell = (agent: string, skill: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `${agent}, ${skill}` });
const capacity = (agent: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Capacity of ${agent}` });
const liveChats = (agent: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Live chats of ${agent}` });
const there = () => screen.findByRole('grid', { name: 'Agents and their skills' });
const sent = (asked: readonly { key: string; body: unknown }[], key: string) => asked.filter((call) => call.key === key).map((call) => call.body);

beforeEach(() => {
  dropDrafts();
  closeDialog();
  vi.restoreAllMocks();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

describe('the grid', () => {
  it('says what each agent holds of how much, why nothing is given, and the levels', async () => {
    core([MEI, RAVI, { ...RAVI, user_id: 7, name: 'Sam', capacity: 0, load: 0, chat_capacity: 0 }], [FRENCH, REFUNDS]);
    draw(<PeopleBlock />);
    const rows = within(await there()).getAllByRole('rowheader');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Mei2 of 10 · chats 1 of 3 · Available',
      'Ravi4 of 4 · chats 0 of 2 · At capacity',
      'Sam0 of 0 · chats 0 of 0 · Capacity 0',
    ]);
    expect(cell('Mei', 'French').value).toBe('3');
    expect(cell('Mei', 'Refunds').value).toBe('0');
    expect(capacity('Mei').placeholder).toBe('10');
    expect(capacity('Ravi').value).toBe('4');
    expect(liveChats('Mei').placeholder).toBe('3');
    expect(liveChats('Ravi').value).toBe('2');
  });

  it('saves a level that is chosen, once, with everything else of the agent', async () => {
    const { asked } = core([MEI, RAVI], [FRENCH, REFUNDS]);
    draw(<PeopleBlock />);
    await there();
    await userEvent.selectOptions(cell('Mei', 'Refunds'), '5');
    expect(cell('Mei', 'Refunds').value).toBe('5');
    await waitFor(() =>
      expect(sent(asked, 'PUT /api/routing/agents/5')).toEqual([{ capacity: null, chat_capacity: null, skills: [{ skill_id: 1, level: 3 }, { skill_id: 2, level: 5 }] }]),
    );
  });

  it('is one tab stop; arrows go from cell to cell, and digits set levels', async () => {
    const { asked } = core([MEI, RAVI], [FRENCH, REFUNDS]);
    draw(<PeopleBlock />);
    await there();
    const stops = () => [...document.querySelectorAll('[data-column][tabindex="0"]')];
    expect(stops()).toEqual([capacity('Mei')]);
    capacity('Mei').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(liveChats('Mei'));
    await userEvent.keyboard('{ArrowUp}');
    expect([document.activeElement, stops()]).toEqual([liveChats('Mei'), [liveChats('Mei')]]);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(cell('Ravi', 'Refunds'));
    expect(stops()).toEqual([cell('Ravi', 'Refunds')]);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(cell('Ravi', 'Refunds'));
    await userEvent.keyboard('4');
    expect(cell('Ravi', 'Refunds').value).toBe('4');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refunds' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Home}');
    expect(document.activeElement).toBe(capacity('Ravi'));
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowUp}0');
    expect(cell('Mei', 'French').value).toBe('0');
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/agents/5')).toEqual([{ capacity: null, chat_capacity: null, skills: [] }]));
    expect(sent(asked, 'PUT /api/routing/agents/6')).toEqual([{ capacity: 4, chat_capacity: 2, skills: [{ skill_id: 2, level: 4 }] }]);
  });

  it('takes back what was refused, and keeps what was changed around it', async () => {
    const failed = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);
    const agents = [MEI];
    let turn = 0;
    const { asked } = core(agents, [FRENCH, REFUNDS], {
      'PUT /api/routing/agents/5': ({ body }) => {
        turn += 1;
        if (turn === 1) return { status: 422, body: { error: { code: 'invalid', message: 'No.', fields: { 'skills.0.level': 'There is no such skill.' } } } };
        agents[0] = { ...MEI, ...(body as Saved) };
        return { body: agents[0] };
      },
    });
    draw(<PeopleBlock />);
    await there();
    cell('Mei', 'French').focus();
    await userEvent.keyboard('5{ArrowRight}2');
    await waitFor(() => expect(failed).toHaveBeenCalledWith('Mei: There is no such skill.'));
    await waitFor(() => expect(cell('Mei', 'French').value).toBe('3'));
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/agents/5')[1]).toEqual({ capacity: null, chat_capacity: null, skills: [{ skill_id: 1, level: 3 }, { skill_id: 2, level: 2 }] }));
    expect(cell('Mei', 'Refunds').value).toBe('2');
  });

  it('saves a capacity when its field is left, and an empty one as the default', async () => {
    const { asked } = core([MEI, RAVI], [FRENCH]);
    draw(<PeopleBlock />);
    await there();
    await userEvent.clear(capacity('Ravi'));
    await userEvent.type(capacity('Mei'), '12{Enter}');
    await userEvent.type(capacity('Mei'), '5{Escape}');
    expect(capacity('Mei').value).toBe('12');
    await userEvent.tab();
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/agents/5')).toEqual([{ capacity: 12, chat_capacity: null, skills: MEI.skills }]));
    expect(sent(asked, 'PUT /api/routing/agents/6')).toEqual([{ capacity: null, chat_capacity: 2, skills: [] }]);
  });

  it('saves how many live chats an agent holds, none among them, and leaves the capacity alone', async () => {
    const { asked } = core([MEI, RAVI], [FRENCH]);
    draw(<PeopleBlock />);
    await there();
    await userEvent.type(liveChats('Mei'), '0{Enter}');
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/agents/5')).toEqual([{ capacity: null, chat_capacity: 0, skills: MEI.skills }]));
    expect(await screen.findByText('2 of 10 · chats 1 of 0 · Available')).toBeTruthy();
    await userEvent.clear(liveChats('Ravi'));
    await userEvent.tab();
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/agents/6')).toEqual([{ capacity: 4, chat_capacity: null, skills: [] }]));
    expect(screen.getByText('4 of 4 · chats 0 of 3 · At capacity')).toBeTruthy();
  });

  it('shows a page of the agents, and finds one by name', async () => {
    const many = Array.from({ length: 60 }, (_, at): RoutingAgent => ({ ...MEI, user_id: 100 + at, username: `agent${at}`, name: `Agent ${String(at).padStart(2, '0')}`, skills: [] }));
    core([...many, { ...MEI, name: 'Mélanie' }], [FRENCH]);
    draw(<PeopleBlock />);
    await there();
    const names = () => [...document.querySelectorAll('tbody th > span')].map(({ textContent }) => textContent);
    expect(names()).toEqual(many.slice(0, 25).map(({ name }) => name));
    expect(screen.getByText('61 agents')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Page 3'));
    expect(names()).toEqual([...many.slice(50).map(({ name }) => name), 'Mélanie']);
    const search = screen.getByLabelText('Search agents');
    await userEvent.type(search, 'melan');
    expect(names()).toEqual(['Mélanie']);
    expect(screen.getByText('1 agent')).toBeTruthy();
    await userEvent.type(search, 'x');
    expect(screen.getByText('No results')).toBeTruthy();
  });

  it('shows the first skills side by side, or those that were chosen', async () => {
    const skills = Array.from({ length: 24 }, (_, at): RoutingSkill => ({ ...REFUNDS, id: at + 1, name: `Skill ${at + 1}` }));
    core([MEI], skills);
    draw(<PeopleBlock />);
    await there();
    const heads = () => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);
    expect(heads()).toEqual(['Agent', 'Capacity', 'Live chats', ...skills.slice(0, 20).map(({ name }) => name)]);
    expect(screen.getByText('1 agent · Showing 20 of 24 skills')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Skills to show' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Skill 23' }));
    expect(heads()).toEqual(['Agent', 'Capacity', 'Live chats', 'Skill 23']);
  });

  it('follows what others change', async () => {
    const agents = [MEI];
    core(agents, [FRENCH]);
    draw(<PeopleBlock />);
    await there();
    agents[0] = { ...MEI, not_reachable: 'away' };
    act(() => applyEvent('routingAgentsChanged', {}));
    expect(await screen.findByText('2 of 10 · chats 1 of 3 · Away', {}, { timeout: 3_000 })).toBeTruthy();
  });
});

describe('skills', () => {
  it('are added, with a refusal beside the field, and the focus goes back', async () => {
    const skills: RoutingSkill[] = [];
    const { asked } = core([MEI], skills, {
      'POST /api/routing/skills': ({ body }) => {
        const { name } = body as { name: string };
        if (name === 'Taken') return { status: 422, body: { error: { code: 'invalid', message: 'No.', fields: { name: 'There is a skill of this name.' } } } };
        skills.push({ ...REFUNDS, name });
        return { status: 201, body: skills[0] };
      },
    });
    draw(<PeopleBlock />);
    await there();
    expect(screen.getByText(/^No skills yet/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'New skill' }));
    const field = screen.getByLabelText('Name of the new skill');
    await userEvent.type(field, 'Taken{Enter}');
    expect(await screen.findByText('There is a skill of this name.')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, 'Refunds{Enter}');
    expect(await screen.findByRole('columnheader', { name: 'Refunds' })).toBeTruthy();
    expect(sent(asked, 'POST /api/routing/skills')).toEqual([{ name: 'Taken' }, { name: 'Refunds' }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New skill' }));
  });

  it('are renamed at their column', async () => {
    const { asked } = core([MEI], [FRENCH], { 'PUT /api/routing/skills/1': { body: FRENCH } });
    draw(<PeopleBlock />);
    await there();
    await userEvent.click(screen.getByRole('button', { name: 'French' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const field = screen.getByLabelText<HTMLInputElement>('New name for French');
    expect(field.value).toBe('French');
    await userEvent.type(field, ' (Canada){Enter}');
    await waitFor(() => expect(sent(asked, 'PUT /api/routing/skills/1')).toEqual([{ name: 'French (Canada)' }]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'French' })));
  });

  it('are deleted after a question that says who uses them', async () => {
    const skills = [FRENCH];
    core([MEI], skills, {
      'DELETE /api/routing/skills/1': () => {
        skills.pop();
        return { body: { result: 'success' } };
      },
    });
    draw(<PeopleBlock />);
    await there();
    await userEvent.click(screen.getByRole('button', { name: 'French' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const { dialog } = useDialog.getState();
    expect(dialog?.title).toBe('Delete French?');
    expect(dialog?.text).toContain('1 agent has it, 2 queues ask for it');
    act(() => dialog?.confirm?.run());
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'French' })).toBeNull());
  });
});

it('saves the default capacities, each with the other, and says why not when one is refused', async () => {
  const failed = vi.spyOn(toast, 'toastError').mockImplementation(() => undefined);
  let now: RoutingSettings = { capacity: 10, chat_capacity: 3 };
  const { asked } = core([MEI], [FRENCH], {
    'GET /api/routing/settings': () => ({ body: now }),
    'PUT /api/routing/settings': ({ body }) => {
      const next = body as RoutingSettings;
      if (next.capacity === 7) return { status: 403, body: { error: { code: 'forbidden', message: 'Only for admins.' } } };
      now = next;
      return { body };
    },
  });
  draw(<PeopleBlock />);
  await there();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Default capacity' });
  await userEvent.clear(field);
  await userEvent.type(field, '15{Enter}');
  expect(await screen.findByText('2 of 15 · chats 1 of 3 · Available')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '7{Enter}');
  await waitFor(() => expect(failed).toHaveBeenCalledWith('Only for admins.'));
  await waitFor(() => expect(field.value).toBe('15'));
  // Nothing is no capacity that could count for everybody.
  await userEvent.clear(field);
  await userEvent.tab();
  expect(field.value).toBe('15');
  const chats = screen.getByRole<HTMLInputElement>('textbox', { name: 'Default live chats' });
  await userEvent.clear(chats);
  await userEvent.type(chats, '0{Enter}');
  expect(await screen.findByText('2 of 15 · chats 1 of 0 · Available')).toBeTruthy();
  expect(sent(asked, 'PUT /api/routing/settings')).toEqual([
    { capacity: 15, chat_capacity: 3 },
    { capacity: 7, chat_capacity: 3 },
    { capacity: 15, chat_capacity: 0 },
  ]);
});

it('says so when there are no agents, when they do not load, and asks nothing for those who are no admins', async () => {
  core([], []);
  const first = draw(<PeopleBlock />);
  expect(await screen.findByText('No agents yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add users' })).toBeTruthy();
  first.unmount();
  core([MEI], [FRENCH], { 'GET /api/routing/agents': { status: 500, body: {} } });
  const second = draw(<PeopleBlock />);
  expect(await screen.findByText('The agents could not be loaded')).toBeTruthy();
  second.unmount();
  const { asked } = core([MEI], [FRENCH]);
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  draw(<PeopleBlock />);
  expect(screen.getByText('Ask an admin of your account to change routing.')).toBeTruthy();
  expect(asked).toEqual([]);
});
