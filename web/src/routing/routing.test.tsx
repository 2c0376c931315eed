import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPlugin, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { channelsOf, usePlugins } from '../api/plugins';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { closeDialog, useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, type RoutingAgent, type RoutingQueue, type RoutingSkill } from './model';
import { RoutingSection } from './RoutingSection';

const MINUTE_MS = 60_000;
const SALES: RoutingQueue = { ...draftOf(null), id: 3, name: 'Sales', waiting: 0, waiting_since: null, broken: false };
const VIP: RoutingQueue = {
  ...SALES,
  id: 4,
  name: 'VIP',
  strategy: 'most_skilled',
  all_agents: false,
  agents: [5, 6],
  conditions: [{ field: 'severity', values: ['H'] }],
  skills: [{ skill_id: 1, level: 3, required: true }],
};
const DEAD: RoutingQueue = { ...SALES, id: 5, name: 'Dead', strategy: 'manual', calendar_id: 9, always: false, broken: true };
const MEI: RoutingAgent = { user_id: 5, username: 'mei', name: 'Mei', capacity: null, load: 2, chat_capacity: null, chats: 0, not_reachable: null, skills: [] };
const RAVI: RoutingAgent = { ...MEI, user_id: 6, username: 'ravi', name: 'Ravi' };
const FRENCH: RoutingSkill = { id: 1, name: 'French', agents: 1, queues: 1 };
const AROUND = {
  'GET /api/routing/skills': { body: [FRENCH, { ...FRENCH, id: 2, name: 'Refunds' }] },
  'GET /api/routing/agents': { body: [MEI, RAVI] },
  'GET /api/routing/settings': { body: { capacity: 10, chat_capacity: 3 } },
  'GET /api/hours': { body: [{ id: 4, name: 'Office', zone: 'UTC', weekly: [], default: true, open: true, next_opening: 0 }] },
  'GET /api/department2/-': { body: [] },
};
const queues = (...all: RoutingQueue[]) => ({ ...AROUND, 'GET /api/routing/queues': { body: all } });

const body = (asked: readonly { key: string; body: unknown }[], key: string) => asked.find((call) => call.key === key)?.body;

beforeEach(() => {
  dropDrafts();
  closeDialog();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  const plugins = [aPlugin('TELEGRAM')];
  usePlugins.setState({ plugins, channels: channelsOf(plugins), loaded: true });
  useLabels.setState({ phase: 'ready', labels: [] });
  useDepartments.setState({ phase: 'ready', departments: [] });
});

describe('the list', () => {
  it('says how each queue gives tickets to whom, what waits, and which gives none', async () => {
    serve(queues({ ...SALES, waiting: 3, waiting_since: Date.now() - 12 * MINUTE_MS }, VIP, DEAD));
    draw(<RoutingSection />);
    const rows = within(await screen.findByRole('list', { name: 'Queues' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('button')?.textContent)).toEqual([
      'SalesTickets · Longest idle · All agents · Every ticket · 3 waiting, longest 12 minutes',
      'VIPTickets · Most skilled · 2 agents · 1 condition · 0 waiting',
      'DeadGives no ticketsTickets · Manual · All agents · Every ticket · 0 waiting',
    ]);
  });

  it('is put into another order by keyboard', async () => {
    let order = [SALES, VIP];
    const { asked } = serve({
      ...AROUND,
      'GET /api/routing/queues': () => ({ body: order }),
      'PUT /api/routing/queues/order': () => {
        order = [VIP, SALES];
        return { body: order };
      },
    });
    draw(<RoutingSection />);
    (await screen.findByRole('button', { name: 'Move Sales down' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move VIP up' }).disabled).toBe(true));
    expect(body(asked, 'PUT /api/routing/queues/order')).toEqual({ ids: [4, 3] });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Sales up');
  });

  it('switches a queue off, and nothing else of it changes', async () => {
    const { asked } = serve({ ...queues(VIP), 'PUT /api/routing/queues/4': { body: VIP } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable VIP' }));
    await waitFor(() => expect(body(asked, 'PUT /api/routing/queues/4')).toEqual({ ...draftOf(VIP), enabled: false }));
  });

  it('asks before it deletes', async () => {
    const { asked } = serve({ ...queues(SALES), 'DELETE /api/routing/queues/3': { body: null } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Sales' }));
    const { dialog } = useDialog.getState();
    expect(dialog).toMatchObject({ title: 'Delete Sales?', confirm: { label: 'Delete queue', danger: true } });
    expect(asked.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
    act(() => dialog?.confirm?.run());
    await waitFor(() => expect(asked.some(({ key }) => key === 'DELETE /api/routing/queues/3')).toBe(true));
  });

  it('is read again once for all tickets that came and went meanwhile', async () => {
    let waiting = 0;
    const { asked } = serve({ ...AROUND, 'GET /api/routing/queues': () => ({ body: [{ ...SALES, waiting }] }) });
    draw(<RoutingSection />);
    await screen.findByText(/0 waiting/);
    waiting = 2;
    act(() => {
      for (const ticket_id of [1, 2, 3]) applyEvent('ticketRouted', { ticket_id, state: 'waiting', queue_id: 3 });
    });
    expect(await screen.findByText(/2 waiting/, {}, { timeout: 3_000 })).toBeTruthy();
    expect(asked.filter(({ key }) => key === 'GET /api/routing/queues').length).toBe(2);
  });

  it('is read again when a visitor comes', async () => {
    let waiting = 0;
    serve({ ...AROUND, 'GET /api/routing/queues': () => ({ body: [{ ...SALES, waiting }] }) });
    draw(<RoutingSection />);
    await screen.findByText(/0 waiting/);
    waiting = 1;
    act(() => applyEvent('liveChatQueue', { session_id: 7, state: 'waiting' }));
    expect(await screen.findByText(/1 waiting/, {}, { timeout: 3_000 })).toBeTruthy();
  });

  it('says so when there are none, when they do not load, and when they are not for this person', async () => {
    serve(queues());
    const first = draw(<RoutingSection />);
    expect(await screen.findByText('No queues yet')).toBeTruthy();
    // Skills can be kept before there is a queue.
    expect(await screen.findByRole('grid', { name: 'Agents and their skills' })).toBeTruthy();
    first.unmount();
    serve({ ...AROUND, 'GET /api/routing/queues': { status: 500, body: {} } });
    const second = draw(<RoutingSection />);
    expect(await screen.findByText('The queues could not be loaded')).toBeTruthy();
    second.unmount();
    const { asked } = serve({});
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    draw(<RoutingSection />);
    expect(screen.getByText('You need admin access')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the form', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const unfold = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

  it('makes a queue for named agents with a skill, after it said what is missing', async () => {
    const { asked } = serve({ ...queues(VIP), 'POST /api/routing/queues': { status: 201, body: SALES } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'New queue' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Selected agents' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Most skilled' }));
    await save();
    for (const words of ['Enter a name.', 'Choose at least one agent, or all agents.', 'Add the skills that decide who is the most skilled.']) {
      expect(screen.getByText(words)).toBeTruthy();
    }
    expect(body(asked, 'POST /api/routing/queues')).toBeUndefined();

    await userEvent.type(screen.getByLabelText('Name'), 'Sales');
    await userEvent.click(screen.getByRole('combobox', { name: 'Agents in the queue' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ravi' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Add skill' }));
    const skill = within(screen.getByRole('group', { name: 'Skill 1' }));
    await userEvent.selectOptions(skill.getByLabelText('Skill 1, level'), '4');
    await userEvent.click(skill.getByLabelText('Required'));
    await save();
    await waitFor(() =>
      expect(body(asked, 'POST /api/routing/queues')).toEqual({
        ...draftOf(null),
        name: 'Sales',
        strategy: 'most_skilled',
        all_agents: false,
        agents: [6],
        skills: [{ skill_id: 1, level: 4, required: false }],
      }),
    );
  });

  it('has everything about waiting, overflow and hours where it is unfolded', async () => {
    const { asked } = serve({ ...queues(SALES, VIP), 'PUT /api/routing/queues/3': { body: SALES } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('Sales'));
    await userEvent.type(screen.getByLabelText('Wrap-up time'), '30');
    await unfold(/^Waiting and priority/);
    await userEvent.type(screen.getByLabelText('Priority'), '20');
    await userEvent.type(screen.getByLabelText('Raise priority every'), '5');
    await userEvent.type(screen.getByLabelText('Previous agent first'), '90');
    await userEvent.type(screen.getByLabelText('Lower skill levels every'), '60');
    await unfold(/^Overflow/);
    await userEvent.selectOptions(screen.getByLabelText('Overflow queue'), 'VIP');
    await unfold(/^Business hours/);
    await userEvent.selectOptions(screen.getByLabelText('Calendar'), 'Office');
    await save();
    await waitFor(() =>
      expect(body(asked, 'PUT /api/routing/queues/3')).toEqual({
        ...draftOf(SALES),
        wrap_up_seconds: 30,
        priority: 20,
        ageing_minutes: 5,
        preferred_seconds: 90,
        relax_seconds: 60,
        overflow_queue_id: 4,
        overflow_minutes: 30,
        always: false,
        calendar_id: 4,
      }),
    );
  });

  it('sums up what is folded, and opens it by keyboard', async () => {
    serve(queues({ ...SALES, priority: 7, ageing_minutes: 5, overflow_queue_id: 4, overflow_minutes: 15 }, VIP));
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('Sales'));
    const fold = screen.getByRole('button', { name: 'Waiting and priority Priority 7 · Raise priority every 5 min' });
    expect(screen.getByRole('button', { name: 'Overflow After 15 min into VIP' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Business hours Around the clock (24/7)' })).toBeTruthy();
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('textbox', { name: 'Priority' })).toBeNull();
    fold.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Priority' }).value).toBe('7');
  });

  it('gives tickets without asking, and keeps an emptied time from meaning that', async () => {
    const { asked } = serve({ ...queues(SALES), 'PUT /api/routing/queues/3': { body: SALES } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('Sales'));
    await userEvent.clear(screen.getByLabelText('Time to accept'));
    await save();
    expect(screen.getByText('Enter at least 10 seconds.')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: /^Let the agent accept or decline/ }));
    expect(screen.queryByLabelText('Time to accept')).toBeNull();
    await save();
    await waitFor(() => expect(body(asked, 'PUT /api/routing/queues/3')).toEqual({ ...draftOf(SALES), offer_seconds: 0 }));
  });

  it('puts a refusal beside its field, also in what is folded, and keeps what was typed', async () => {
    const fields = {
      'conditions.0.values': 'This label is gone.',
      agents: 'One of these was deleted.',
      'skills.0.level': 'A level is 1 to 5.',
      priority: 'This is 0 to 100.',
      overflow_queue_id: 'There is no such queue.',
      calendar_id: 'There is no such calendar.',
    };
    serve({ ...queues(VIP), 'PUT /api/routing/queues/4': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('VIP'));
    await userEvent.type(screen.getByLabelText('Name'), ' desk');
    await save();
    for (const words of Object.values(fields)) expect(await screen.findByText(words)).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Skill 1' })).getByText(fields['skills.0.level'])).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Priority' }).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('VIP desk');
  });

  it('shows what was deleted, and says why nothing is given', async () => {
    const lost = { ...DEAD, all_agents: false, agents: [99], skills: [{ skill_id: 88, level: 1, required: true }], overflow_queue_id: 77, overflow_minutes: 5 };
    serve(queues(lost));
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('Dead'));
    expect(screen.getByRole('alert').textContent).toContain('This queue gives no tickets');
    expect(await screen.findByText('Deleted or disabled')).toBeTruthy();
    const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
    await waitFor(() => expect(chosen('Skill 1, name')).toBe('Deleted skill'));
    expect(screen.getByRole('button', { name: 'Overflow After 5 min into Deleted queue' })).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Business hours Deleted calendar' })).toBeTruthy());
  });

  it('offers no skill twice, and says where skills are made', async () => {
    serve({ ...queues(VIP), 'GET /api/routing/skills': { body: [FRENCH] } });
    const first = draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('VIP'));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Skill 1, name').selectedOptions[0]?.textContent).toBe('French'));
    expect(screen.queryByRole('button', { name: 'Add skill' })).toBeNull();
    first.unmount();
    dropDrafts();
    serve({ ...queues(SALES), 'GET /api/routing/skills': { body: [] } });
    draw(<RoutingSection />);
    await userEvent.click(await screen.findByText('Sales'));
    expect(await screen.findByText(/There are no skills yet/)).toBeTruthy();
  });
});
