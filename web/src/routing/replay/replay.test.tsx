import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { setTimezone } from '../../ui/dates';
import { closeDialog, useDialog } from '../../ui/dialog';
import { dropDrafts } from '../../ui/useDraft';
import { aDetail, anOutcome, aReplay, aResult, CHATS, ENDED, SALES, SAME, waits } from './builders';
import type { ReplayResult, RoutingReplay } from './model';
import { ReplaySection } from './ReplaySection';

vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T09:30:00Z') }));

const LIST = 'GET /api/routing/replays';
const START = 'POST /api/routing/replays';
const ONE = 'GET /api/routing/replays/1';
const REMOVE = 'DELETE /api/routing/replays/1';
const REMOVED = { body: { result: 'success' } };

const core = (replays: readonly RoutingReplay[], more: Parameters<typeof serve>[0] = {}) => {
  const { asked } = serve({
    'GET /api/routing/queues': { body: [SALES, CHATS] },
    'GET /api/routing/settings': { body: { capacity: 10, chat_capacity: 3 } },
    [LIST]: { body: replays },
    ...more,
  });
  return (key: string) => asked.filter((call) => call.key === key);
};

/** Colours and sizes need a browser; the frame of the workspace has the landmarks. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Opens the first replay of the list. */
async function open(one: Partial<RoutingReplay>, result: ReplayResult | null = null, more: Parameters<typeof serve>[0] = {}) {
  const asked = core([aReplay(one)], { [ONE]: { body: aDetail(one, result) }, ...more });
  const view = draw(<ReplaySection />);
  await userEvent.click(await screen.findByRole('button', { name: /^Last 2 days/ }));
  await screen.findByRole('heading', { level: 3, name: 'Replay of the last 2 days' });
  return { asked, view };
}

/** An event of the socket; the cache tells its screens of it in the next turn of the loop. */
async function tell(over: Partial<RoutingReplay>): Promise<void> {
  await act(async () => {
    applyEvent('routingReplayChanged', { replay: aReplay(over) });
    await new Promise((resolve) => setTimeout(resolve));
  });
}

const confirm = () => act(() => useDialog.getState().dialog?.confirm?.run());
/** The rows of a table, each cell by its words. */
const rowsOf = (name: string) =>
  within(within(screen.getByRole('region', { name })).getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

beforeEach(() => {
  dropDrafts();
  closeDialog();
  setTimezone('Asia/Kuala_Lumpur');
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useAgents.setState({ names: new Map([['mei', 'Mei Ling']]) });
});

describe('the form', () => {
  const start = () => userEvent.click(screen.getByRole('button', { name: /^Replay the last/ }));
  const queue = (name: RegExp) => within(screen.getByRole('group', { name }));
  const unfold = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

  it('sends the days alone where nothing is changed, and goes to the replay', async () => {
    const asked = core([], { [START]: { status: 201, body: aReplay({ state: 'running', progress: 0, draft: SAME }) }, [ONE]: { body: aDetail({ state: 'running', progress: 0, draft: SAME }) } });
    draw(<ReplaySection />);
    expect(await screen.findByText('Nothing replayed yet')).toBeTruthy();
    expect(screen.getByText(/A replay tells whether decisions repeat/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('How far back'), '3 days');
    await userEvent.clear(screen.getByLabelText('In time within'));
    await userEvent.type(screen.getByLabelText('In time within'), '90');
    await userEvent.click(screen.getByRole('button', { name: 'Replay the last 3 days' }));
    await waitFor(() =>
      expect(asked(START).map(({ body }) => body)).toEqual([
        { days: 3, target_seconds: 90, timezone: 'Asia/Kuala_Lumpur', changes: { queues: [], agents: [], extra_agents: [] } },
      ]),
    );
    expect(await screen.findByRole('progressbar', { name: 'Progress of the replay' })).toBeTruthy();
  });

  it('sends only what was changed, shows what is today, and takes it back', async () => {
    const asked = core([], { [START]: { status: 201, body: aReplay({ state: 'running', progress: 0 }) } });
    draw(<ReplaySection />);
    await unfoldBoth();
    const [sales, chats] = [queue(/^Sales/), queue(/^Chats/)];
    const placeholder = (label: string) => sales.getByLabelText<HTMLInputElement>(label).placeholder;
    expect(['Priority', 'Time to accept', 'Wrap-up time', 'Previous agent first'].map(placeholder)).toEqual(['Now: 5', 'Now: 60 s', 'Now: 30 s', 'Now: Off']);
    expect(chats.getByLabelText<HTMLInputElement>('Time to accept').placeholder).toBe('Now: without asking');
    // Neither is there for a visitor.
    expect([chats.queryByLabelText('Wrap-up time'), chats.queryByLabelText('Previous agent first')]).toEqual([null, null]);
    await userEvent.selectOptions(sales.getByLabelText('Who gets the next ticket'), 'Round robin');
    await userEvent.type(sales.getByLabelText('Time to accept'), '0');
    // As it is today.
    await userEvent.type(sales.getByLabelText('Priority'), '5');
    await userEvent.type(chats.getByLabelText('Priority'), '8');
    expect(sales.getByText('Round robin, Time to accept without asking')).toBeTruthy();
    await userEvent.click(chats.getByText('Reset Chats'));
    expect(chats.getByText('As it is now')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Capacity'), '4');
    await start();
    const sent = { queues: [{ id: 3, strategy: 'round_robin', offer_seconds: 0 }], agents: [], extra_agents: [], capacity: 4 };
    await waitFor(() => expect(asked(START).map(({ body }) => (body as { changes: unknown }).changes)).toEqual([sent]));
  });

  it('adds agents at hours of the day, and keeps what was tried to be changed a little', async () => {
    const asked = core([], { [START]: { status: 201, body: aReplay({ state: 'running', progress: 0 }) }, [ONE]: { body: aDetail({ state: 'running', progress: 0 }) } });
    draw(<ReplaySection />);
    const add = await screen.findByRole('button', { name: 'Add agents' });
    await userEvent.click(add);
    await userEvent.click(add);
    await userEvent.click(screen.getByLabelText('Remove: Added agents 1'));
    const extra = within(screen.getByRole('group', { name: 'Added agents 1' }));
    await userEvent.clear(extra.getByLabelText('How many'));
    await userEvent.type(extra.getByLabelText('How many'), '2');
    await userEvent.clear(extra.getByLabelText('Until'));
    await userEvent.type(extra.getByLabelText('Until'), '00:30');
    await userEvent.click(extra.getByRole('combobox', { name: 'Queues' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Chats' }));
    await userEvent.keyboard('{Escape}');
    expect(await violations()).toEqual([]);
    await start();
    const extra_agents = [{ count: 2, from_minute: 540, until_minute: 30, queues: [4] }];
    await waitFor(() => expect(asked(START).map(({ body }) => (body as { changes: unknown }).changes)).toEqual([{ queues: [], agents: [], extra_agents }]));
    await userEvent.click(await screen.findByRole('button', { name: 'All replays' }));
    expect(await screen.findByRole('group', { name: 'Added agents 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reset all' }));
    expect(screen.queryByRole('group', { name: 'Added agents 1' })).toBeNull();
  });

  async function unfoldBoth(): Promise<void> {
    await screen.findByRole('button', { name: 'Sales As it is now' });
    await unfold(/^Sales As/);
    await unfold(/^Chats As/);
  }

  it('puts a refusal beside its field, also in what is folded', async () => {
    const fields = {
      days: 'A replay goes back 1 to 7 days.',
      'changes.queues.0.offer_seconds': 'This is 10 to 3,600.',
      'changes.queues.0.skills': 'Add the skills.',
      'changes.capacity': 'This is 0 to 1,000.',
      'changes.extra_agents.0.count': 'Add 1 to 50 agents, all together.',
      'changes.extra_agents.0.until_minute': 'This is no time.',
    };
    core([], { [START]: { status: 422, body: { error: { code: 'invalid', message: 'The replay cannot be made like this.', fields } } } });
    draw(<ReplaySection />);
    await unfoldBoth();
    // The first one that is sent is the second queue of the form.
    await userEvent.type(queue(/^Chats/).getByLabelText('Time to accept'), '5');
    await unfold(/^Chats/);
    await userEvent.click(screen.getByRole('button', { name: 'Add agents' }));
    await start();
    for (const words of Object.values(fields)) expect(await screen.findByText(words)).toBeTruthy();
    const isFaulty = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true';
    expect(isFaulty(queue(/^Chats/).getByLabelText('Time to accept'))).toBe(true);
    expect(isFaulty(queue(/^Sales/).getByLabelText('Time to accept'))).toBe(false);
    expect(queue(/^Chats/).getByText('Add the skills.')).toBeTruthy();
    expect(isFaulty(screen.getByLabelText('Capacity'))).toBe(true);
    expect(isFaulty(screen.getByLabelText('Until'))).toBe(true);
    expect(screen.getByText('The replay cannot be made like this.')).toBeTruthy();
  });

  it('says what is missing, and sends nothing then', async () => {
    const asked = core([]);
    draw(<ReplaySection />);
    await userEvent.clear(await screen.findByLabelText('In time within'));
    await userEvent.click(screen.getByRole('button', { name: 'Add agents' }));
    await userEvent.clear(screen.getByLabelText('From'));
    await start();
    expect(await screen.findByText('Enter at least 1 second.')).toBeTruthy();
    expect(screen.getByText('Enter a time.')).toBeTruthy();
    expect(asked(START)).toEqual([]);
  });

  it('waits while another one is being made, also when that began elsewhere', async () => {
    const replays: RoutingReplay[] = [];
    core(replays, { [START]: { status: 409, body: { error: { code: 'conflict', message: 'Another replay is being made.' } } } });
    draw(<ReplaySection />);
    await screen.findByText('Nothing replayed yet');
    await start();
    expect(await screen.findByText('Another replay is being made.')).toBeTruthy();
    replays.push(aReplay({ state: 'running', progress: 11 }));
    await tell({ state: 'running', progress: 12 });
    expect((await screen.findByRole('button', { name: /^Last 2 days/ })).textContent).toContain('Running, 11%');
    await tell({ state: 'running', progress: 13 });
    expect(screen.getByRole('button', { name: /^Last 2 days/ }).textContent).toContain('Running, 13%');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replay the last 7 days' }).disabled).toBe(true);
    expect(screen.getByText(/^A replay is running/)).toBeTruthy();
  });
});

describe('a replay that runs', () => {
  const RUNNING = { state: 'running', progress: 0 } as const;

  it('shows how far it is as the socket tells it, and what came of it when it is done', async () => {
    let detail = aDetail(RUNNING);
    const { view } = await open(RUNNING, null, { [ONE]: () => ({ body: detail }) });
    const bar = screen.getByRole('progressbar', { name: 'Progress of the replay' });
    const said = () => [bar.getAttribute('aria-valuenow'), screen.getByRole('status').textContent];
    expect(said()).toEqual(['0', '']);
    await tell({ ...RUNNING, progress: 34 });
    expect(said()).toEqual(['34', '30% replayed']);
    await tell({ ...RUNNING, id: 2, progress: 90 });
    expect(said()).toEqual(['34', '30% replayed']);
    expect(await violations()).toEqual([]);
    // It is left, and found again where it is.
    view.unmount();
    core([aReplay({ ...RUNNING, progress: 60 })], { [ONE]: () => ({ body: detail }) });
    detail = aDetail({ ...RUNNING, progress: 60 });
    draw(<ReplaySection />);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('60% replayed'));
    detail = aDetail({}, aResult());
    await tell({});
    expect(await screen.findByText('1,234 decisions made once more; 0 chose somebody else.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is stopped, and gone from the list', async () => {
    let isThere = true;
    const { asked } = await open(RUNNING, null, {
      [LIST]: () => ({ body: isThere ? [aReplay(RUNNING)] : [] }),
      [REMOVE]: () => {
        isThere = false;
        return REMOVED;
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Stop', description: 'The replay is stopped and deleted.' }));
    expect(await screen.findByText('Nothing replayed yet')).toBeTruthy();
    expect(asked(REMOVE)).toHaveLength(1);
    // What was told just before does not bring it back.
    await tell({ ...RUNNING, progress: 70 });
    expect(screen.getByText('Nothing replayed yet')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replay the last 7 days' }).disabled).toBe(false);
  });

  it('is taken for stopped where somebody else was first', async () => {
    await open(RUNNING, null, { [REMOVE]: { status: 404, body: { error: { code: 'not_found', message: 'It is gone.' } } } });
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Earlier replays' })).toBeTruthy();
  });
});

describe('what came of it', () => {
  it('stands side by side: what happened, the model, and the changes with how much better or worse', async () => {
    await open({}, aResult());
    expect(await screen.findByText('1,234 decisions made once more; 0 chose somebody else.')).toBeTruthy();
    const [, , ...rows] = rowsOf('Waits by queue');
    const expected = [
      ['What happened', '200', '180', '15', '2 min', '4 min', '80%'],
      ['Model, same rules', '200', '180', '15', '2 min', '4 min', '80%'],
      ['With the changes', '200', '190 better by 10', '16 worse by 1', '50 s better by 1 min', '4 min the same', '84% better by 4 points'],
    ];
    expect(rows).toEqual([...expected, ['Sales'], ...expected]);
    expect(screen.getAllByText('worse by 1')[0]?.dataset['tone']).toBe('worse');
    expect(screen.getByText(/what was given within 1 min,/)).toBeTruthy();
    expect(rowsOf('Agents').slice(2)).toEqual([
      ['Mei', '90', '90', '60', '2.3', '2.3', '1.5', '7 h 30 min'],
      ['Added agents', '–', '–', '130', '–', '–', '–', '1 d 6 h'],
    ]);
    expect(screen.getByText('What if: Sales: Round robin, Priority 9, Time to accept without asking · Capacity 4 · 2 added agents, 09:30 to 17:00')).toBeTruthy();
    expect(screen.queryByText(/Nothing is kept from before/)).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it('has no changes where there were none, and says from when it begins', async () => {
    await open({ draft: { ...SAME, days: 2 } }, aResult({ changed: null, from: ENDED - 3_600_000 }));
    expect(await screen.findByText('Same rules')).toBeTruthy();
    expect(rowsOf('Waits by queue').map(([name]) => name)).not.toContain('With the changes');
    expect(rowsOf('Agents').at(-1)).toEqual(['Mei', '90', '90', '2.3', '2.3', '7 h 30 min']);
    expect(screen.getByText('From 29/11/2026 16:05 to 29/11/2026 17:05. Nothing is kept from before.')).toBeTruthy();
  });

  it('says how far the model is from what happened, and warns where that is too far', async () => {
    const near = await open({}, aResult());
    const note = await screen.findByText(/^Under the same rules, the model's mean wait is 10% longer/);
    expect(note.textContent).toContain('2 min, and it was 2 min');
    expect(screen.queryByText('Do not rely on these figures')).toBeNull();
    near.view.unmount();
    dropDrafts();
    await open({}, aResult({ modelled: anOutcome(waits({ mean_wait_ms: 45_000 })) }));
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('Do not rely on these figures');
    expect(warning.textContent).toContain("the model's mean wait is 55% shorter than what happened: 45 s, and it was 2 min");
    expect(warning.textContent).toContain('The model is more than 20% off');
  });

  it('leads to the tickets of decisions that chose somebody else', async () => {
    const first_differences = [
      { at: ENDED, ticket_id: 12, user_id: 5, repeated_user_id: null },
      { at: ENDED, ticket_id: null, user_id: 77, repeated_user_id: 5 },
    ];
    await open({}, aResult({ differences: 3, first_differences }));
    expect(await screen.findByText('1,234 decisions made once more; 3 chose somebody else.')).toBeTruthy();
    const rows = within(screen.getByRole('list', { name: 'Decisions that chose somebody else' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '#12 · 29/11/2026 17:05 · Mei was chosen, nobody would be now',
      'A visitor of live chat · 29/11/2026 17:05 · Agent 77 was chosen, Mei would be now',
    ]);
    expect(screen.getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/ticket/12');
    expect(screen.getByText('The first 2 of them are shown.')).toBeTruthy();
  });

  it('says why there is none, and lets it be deleted after asking', async () => {
    const failed = { state: 'failed', failure: 'Nothing is recorded yet.' } as const;
    const { asked } = await open(failed, null, { [REMOVE]: REMOVED });
    expect(screen.getByRole('alert').textContent).toBe('The replay failedNothing is recorded yet.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete replay' }));
    expect(useDialog.getState().dialog).toMatchObject({ title: 'Delete this replay?', confirm: { label: 'Delete replay', danger: true } });
    expect(asked(REMOVE)).toEqual([]);
    confirm();
    expect(await screen.findByRole('heading', { level: 3, name: 'Earlier replays' })).toBeTruthy();
    expect(asked(REMOVE)).toHaveLength(1);
  });

  it('says where it does not load, and where it was deleted meanwhile', async () => {
    let answer: { status?: number; body: unknown } = { status: 500, body: {} };
    core([aReplay()], { [ONE]: () => answer });
    draw(<ReplaySection />);
    await userEvent.click(await screen.findByRole('button', { name: /^Last 2 days/ }));
    expect(await screen.findByText('The replay could not be loaded')).toBeTruthy();
    answer = { body: aDetail({}, aResult()) };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/decisions made once more/)).toBeTruthy();
    answer = { status: 404, body: { error: { code: 'not_found', message: 'There is no such replay.' } } };
    await tell({});
    expect(await screen.findByText('There is no such replay.')).toBeTruthy();
  });
});

describe('the list', () => {
  it('says when, by whom, with what and how far, and deletes after asking', async () => {
    const replays = [aReplay({ state: 'running', progress: 40, id: 2, draft: SAME }), aReplay(), aReplay({ id: 3, state: 'failed', failure: 'Nothing is recorded yet.', draft: { ...SAME, days: 1 }, created_by: 'ravi' })];
    const asked = core(replays, {
      [REMOVE]: () => {
        replays.splice(1, 1);
        return REMOVED;
      },
    });
    draw(<ReplaySection />);
    const list = await screen.findByRole('list', { name: 'Earlier replays' });
    const rows = () => within(list).getAllByRole('listitem').map((row) => row.querySelector('button')?.textContent);
    expect(rows()).toEqual([
      'Last 7 daysRunning, 40%17:05 · Mei Ling · Same rules',
      'Last 2 daysDone17:05 · Mei Ling · Sales: Round robin, Priority 9, Time to accept without asking · Capacity 4 · 2 added agents, 09:30 to 17:00',
      'Last dayFailed17:05 · ravi · Same rules · Nothing is recorded yet.',
    ]);
    await userEvent.click(within(list).getAllByRole('button', { name: 'Delete the replay of 29/11/2026 17:05' })[1] ?? list);
    expect(useDialog.getState().dialog?.text).toContain('and its figures are deleted');
    confirm();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(asked(REMOVE)).toHaveLength(1);
    await userEvent.click(within(list).getAllByRole('button', { name: /^Delete/ })[0] ?? list);
    expect(useDialog.getState().dialog?.text).toContain('is still running');
  });

  it('says so when it does not load, and when it is not for this person', async () => {
    let status = 500;
    core([], { [LIST]: () => ({ status, body: status === 500 ? {} : [] }) });
    const view = draw(<ReplaySection />);
    expect(screen.getByRole('status', { name: 'Loading replays' })).toBeTruthy();
    expect(await screen.findByText('The replays could not be loaded')).toBeTruthy();
    status = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing replayed yet')).toBeTruthy();
    view.unmount();
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    const { asked } = serve({});
    draw(<ReplaySection />);
    expect(screen.getByText('You need admin access')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
