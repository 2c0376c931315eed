import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useLabels } from '../api/labels';
import { useMacros, type Macro } from '../api/macros';
import type { Label } from '../api/types';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { moved } from '../settings/order';
import { dropDrafts } from '../ui/useDraft';
import { MacrosSection } from './MacrosSection';
import { EVENTS, inUnits, waits, type Rule, type RuleRun } from './model';
import { RulesSection } from './RulesSection';

const RULE: Rule = {
  id: 3,
  name: 'Refunds',
  enabled: true,
  when: 'customer_message',
  minutes: 0,
  all: [{ field: 'text', is: 'contains', value: 'refund' }],
  any: [],
  then: [{ do: 'label_add', value: '7' }],
  stop: false,
  runs: 2,
  last_run_at: 1_700_000_000_000,
};
const OTHER: Rule = { ...RULE, id: 4, name: 'Late', when: 'since_customer', minutes: 1440, runs: 0, last_run_at: null };
const RUN: RuleRun = {
  id: 8,
  at: 1_700_000_000_000,
  ticket_id: 1_000_000_001,
  ticket_number: 12,
  event: 'customer_message',
  matched: RULE.all,
  done: [{ do: 'label_add', value: '7', error: 'There is no such label any more.' }],
  outcome: 'failed',
  reason: '',
};
const MACRO: Macro = { id: 5, name: 'Take it', departments: [], then: [{ do: 'assignee', value: 'me' }], runs: 1, last_run_at: null };
const AROUND = {
  'GET /api/replies': { body: { replies: [], variables: [] } },
  'GET /api/department2/-': { body: [] },
};

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true, timezone: 'UTC' } as Session });
  useLabels.setState({ phase: 'ready', labels: [{ id: 7, name: 'Refund', color: '#000000', colorDark: '#ffffff' } as Label] });
  useMacros.setState({ phase: 'idle', problem: null, macros: [] });
});

it('runs when an SLA warns or is breached, without a wait', async () => {
  const { asked } = serve({ ...AROUND, 'GET /api/rules': { body: [RULE] }, 'GET /api/rules/3/runs': { body: { data: [], more: false } }, 'PATCH /api/rules/3': { body: RULE } });
  draw(<RulesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('Refunds'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), "A ticket's SLA is breached");
  expect(screen.queryByLabelText('How long')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.find(({ key }) => key === 'PATCH /api/rules/3')?.body).toMatchObject({ when: 'sla_breached', minutes: 0 }));
  expect(EVENTS.filter((event) => event.startsWith('sla_') && !waits(event))).toEqual(['sla_warning', 'sla_breached']);
});

it('says times in their largest unit, and orders anew', () => {
  expect(inUnits(1440)).toEqual({ amount: 1, unit: 'days' });
  expect(inUnits(90)).toEqual({ amount: 90, unit: 'minutes' });
  expect(inUnits(0)).toEqual({ amount: 0, unit: 'minutes' });
  expect(moved([1, 2, 3], 3, -1)).toEqual([1, 3, 2]);
});

it.each([
  [RulesSection, 'GET /api/rules', 'The rules could not be loaded'],
  [MacrosSection, 'GET /api/macros', 'The macros could not be loaded'],
])('says what is wrong, and is for admins', async (Section, call, title) => {
  serve({ [call]: { status: 500, body: {} } });
  draw(<Section />);
  expect(await screen.findByText(title)).toBeTruthy();
  useSession.setState({ session: { isAdmin: false } as Session });
  draw(<Section />);
  expect((await screen.findAllByText('This place is for admins')).length).toBeGreaterThan(0);
});

it('makes a rule, after trying it on past tickets', async () => {
  const ticket = (number: number) => ({ id: number, number, title: 'My refund', channel: 'EMAIL', status: 0, created_at: 1 });
  let calls = 0;
  const { asked } = serve({
    ...AROUND,
    'GET /api/rules': { body: [] },
    'POST /api/rules': { status: 201, body: RULE },
    'POST /api/rules/trial': () => {
      calls += 1;
      return { body: { looked: 200, matched: 1, tickets: [ticket(32 - calls)], next: calls === 1 ? 17 : null } };
    },
  });
  draw(<RulesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New rule' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Give it a name.')).toBeTruthy();
  expect(screen.getByText('Say what is to be done.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Refunds');
  await user.click(screen.getByRole('button', { name: 'Add a condition' }));
  const condition = screen.getByRole('group', { name: 'Condition 1' });
  await user.type(within(condition).getByLabelText('Condition 1, value'), 'refund');
  await user.click(screen.getByRole('button', { name: 'Try on past tickets' }));
  expect(await screen.findByText('2 of 400 tickets fit.')).toBeTruthy();
  expect(screen.getByRole('link', { name: '#31 My refund' })).toBeTruthy();
  expect(screen.getByRole('link', { name: '#30 My refund' })).toBeTruthy();
  expect(asked.filter(({ key }) => key === 'POST /api/rules/trial').map(({ body }) => (body as { before: number | null }).before)).toEqual([null, 17]);

  await user.click(screen.getByRole('button', { name: 'Add an action' }));
  await user.selectOptions(screen.getByLabelText('Action 1, what'), 'Add the label');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Action 1, value' }).value).toBe('7');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ key }) => key === 'POST /api/rules')).toBe(true));
  expect(asked.find(({ key }) => key === 'POST /api/rules')?.body).toEqual({
    name: 'Refunds',
    when: 'customer_message',
    minutes: 0,
    all: [{ field: 'text', is: 'contains', value: 'refund' }],
    any: [],
    then: [{ do: 'label_add', value: '7' }],
    stop: false,
    enabled: true,
  });
});

it('switches rules off and puts them into another order', async () => {
  const { asked } = serve({
    'GET /api/rules': { body: [RULE, OTHER] },
    'PATCH /api/rules/3': { body: RULE },
    'PUT /api/rules/order': { body: [OTHER, RULE] },
  });
  draw(<RulesSection />);
  const user = userEvent.setup();
  expect(await screen.findByText(/ran 2 times/)).toBeTruthy();
  expect(screen.getByText(/never ran/)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Refunds is switched on' }));
  await waitFor(() => expect(asked.find(({ key }) => key === 'PATCH /api/rules/3')?.body).toEqual({ enabled: false }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Refunds is switched on' }).disabled).toBe(false));
  expect(screen.getByRole('button', { name: 'Move Refunds up' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Move Late up' }));
  await waitFor(() => expect(asked.find(({ key }) => key === 'PUT /api/rules/order')?.body).toEqual({ ids: [4, 3] }));
});

it('shows what a rule did and what stopped it', async () => {
  const stopped = { ...RUN, id: 7, outcome: 'stopped', reason: 'itself', done: [] };
  serve({ ...AROUND, 'GET /api/rules': { body: [RULE] }, 'GET /api/rules/3/runs': { body: { data: [RUN, stopped], more: false } } });
  draw(<RulesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('Refunds'));
  expect(await screen.findByText('There is no such label any more.')).toBeTruthy();
  expect(screen.getByText('The rule itself led to this, so it did not run again.')).toBeTruthy();
  expect(screen.getAllByText('Because: Text contains refund').length).toBe(2);
  expect(screen.getAllByRole('link', { name: '#12' }).length).toBe(2);
});

it('puts a refusal beside its line', async () => {
  const fields = { 'then.0.value': 'There is no such thing any more.' };
  serve({
    ...AROUND,
    'GET /api/rules': { body: [RULE] },
    'GET /api/rules/3/runs': { body: { data: [], more: false } },
    'PATCH /api/rules/3': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } },
  });
  draw(<RulesSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('Refunds'));
  expect(await screen.findByText('It has not run yet.')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Switched on' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('There is no such thing any more.')).toBeTruthy();
});

it('makes a macro for whoever runs it', async () => {
  const { asked } = serve({ ...AROUND, 'GET /api/macros': { body: [MACRO] }, 'POST /api/macros': { status: 201, body: MACRO } });
  draw(<MacrosSection />);
  const user = userEvent.setup();
  expect(await screen.findByText(/Everybody · 1 action · ran 1 time/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New macro' }));
  await user.type(screen.getByLabelText('Name'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Add an action' }));
  await user.selectOptions(screen.getByLabelText('Action 1, what'), 'Assign to');
  await user.selectOptions(screen.getByLabelText('Action 1, value'), 'Whoever runs it');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ key }) => key === 'POST /api/macros')).toBe(true));
  expect(asked.find(({ key }) => key === 'POST /api/macros')?.body).toEqual({
    name: 'Mine',
    departments: [],
    then: [{ do: 'assignee', value: 'me' }],
  });
});
