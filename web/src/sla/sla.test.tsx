import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPlugin } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { channelsOf, usePlugins } from '../api/plugins';
import type { Label } from '../api/types';
import { applyEvent } from '../realtime/apply';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { closeDialog, useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, type SlaPolicy } from './model';
import { SlaSection } from './SlaSection';

const GOLD: SlaPolicy = { ...draftOf(null), id: 3, name: 'Gold', first_reply: 60, resolution: 480, running: 2, broken: false };
const NIGHT: SlaPolicy = { ...GOLD, id: 4, name: 'Night', first_reply: 90, resolution: null, always: true, conditions: [{ field: 'label', values: ['7'] }], running: 1 };
const DEAD: SlaPolicy = { ...GOLD, id: 5, name: 'Dead', calendar_id: 9, running: 0, broken: true };
const OFFICE = { id: 4, name: 'Office', zone: 'UTC', weekly: [], default: true, open: true, next_opening: 0 };
const AROUND = { 'GET /api/hours': { body: [OFFICE] }, 'GET /api/department2/-': { body: [{ id: 2, name: 'Sales', deleted: false }] } };

const body = (asked: readonly { key: string; body: unknown }[], key: string) => asked.find((call) => call.key === key)?.body;

beforeEach(() => {
  dropDrafts();
  closeDialog();
  useSession.setState({ phase: 'in', session: { isAdmin: true, timezone: 'UTC' } as Session });
  const plugins = [aPlugin('TELEGRAM'), aPlugin('EMAIL')];
  usePlugins.setState({ plugins, channels: channelsOf(plugins), loaded: true });
  useLabels.setState({ phase: 'ready', labels: [{ id: 7, name: 'Urgent', color: '#000000', colorDark: '#ffffff' } as Label] });
  useDepartments.setState({ phase: 'ready', departments: [{ id: 2, name: 'Sales', deleted: false }] });
});

describe('the list', () => {
  it('says in plain words what each policy promises, and which never applies', async () => {
    serve({ ...AROUND, 'GET /api/sla/policies': { body: [GOLD, NIGHT, DEAD] } });
    draw(<SlaSection />);
    const rows = within(await screen.findByRole('list', { name: 'SLA policies' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('button')?.textContent)).toEqual([
      'GoldFirst reply 1 h, resolution 8 h · Every ticket · 2 running clocks',
      'NightFirst reply 1 h 30 min · 1 condition · Around the clock (24/7) · 1 running clock',
      'DeadNever appliesFirst reply 1 h, resolution 8 h · Every ticket · 0 running clocks',
    ]);
  });

  it('is put into another order by keyboard, and the focus stays with the policy', async () => {
    let order = [GOLD, NIGHT, DEAD];
    const { asked } = serve({
      ...AROUND,
      'GET /api/sla/policies': () => ({ body: order }),
      'PUT /api/sla/policies/order': ({ body: sent }) => {
        order = (sent as { ids: number[] }).ids.map((id) => order.find((one) => one.id === id) ?? GOLD);
        return { body: order };
      },
    });
    draw(<SlaSection />);
    const user = userEvent.setup();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Move Gold up' })).disabled).toBe(true);
    const names = () => screen.getAllByRole('button', { name: /^Move .* up$/ }).map((one) => one.getAttribute('aria-label'));
    screen.getByRole('button', { name: 'Move Gold down' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Move Night up', 'Move Gold up', 'Move Dead up']));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Gold down');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Enable Gold' }).disabled).toBe(false));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['Move Night up', 'Move Dead up', 'Move Gold up']));
    // At the end only the way back is left.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Gold up');
    expect(asked.filter(({ key }) => key === 'PUT /api/sla/policies/order').map((call) => call.body)).toEqual([{ ids: [4, 3, 5] }, { ids: [4, 5, 3] }]);
  });

  it('switches a policy off, and nothing else of it changes', async () => {
    const { asked } = serve({ ...AROUND, 'GET /api/sla/policies': { body: [NIGHT] }, 'PUT /api/sla/policies/4': { body: NIGHT } });
    draw(<SlaSection />);
    await userEvent.setup().click(await screen.findByRole('switch', { name: 'Enable Night' }));
    await waitFor(() => expect(body(asked, 'PUT /api/sla/policies/4')).toEqual({ ...draftOf(NIGHT), enabled: false }));
  });

  it('asks before it deletes', async () => {
    const { asked } = serve({ ...AROUND, 'GET /api/sla/policies': { body: [GOLD] }, 'DELETE /api/sla/policies/3': { body: null } });
    draw(<SlaSection />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Delete Gold' }));
    const { dialog } = useDialog.getState();
    expect(dialog).toMatchObject({ title: 'Delete Gold?', confirm: { label: 'Delete policy', danger: true } });
    expect(asked.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
    act(() => dialog?.confirm?.run());
    await waitFor(() => expect(asked.some(({ key }) => key === 'DELETE /api/sla/policies/3')).toBe(true));
  });

  it('is read again when somebody else changed it', async () => {
    let policies = [GOLD];
    serve({ ...AROUND, 'GET /api/sla/policies': () => ({ body: policies }) });
    draw(<SlaSection />);
    await screen.findByText('Gold');
    policies = [GOLD, NIGHT];
    act(() => applyEvent('slaPoliciesChanged', {}));
    expect(await screen.findByText('Night')).toBeTruthy();
  });

  it('says so when there are none, when they do not load, and when they are not for this person', async () => {
    serve({ ...AROUND, 'GET /api/sla/policies': { body: [] } });
    const first = draw(<SlaSection />);
    expect(await screen.findByText('No SLA policies yet')).toBeTruthy();
    first.unmount();
    serve({ 'GET /api/sla/policies': { status: 500, body: {} } });
    const second = draw(<SlaSection />);
    expect(await screen.findByText('The SLA policies could not be loaded')).toBeTruthy();
    second.unmount();
    const { asked } = serve({});
    useSession.setState({ session: { isAdmin: false } as Session });
    draw(<SlaSection />);
    expect(screen.getByText('You need admin access')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the form', () => {
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }));

  it('makes a policy by keyboard, after it said what is missing', async () => {
    const { asked } = serve({ ...AROUND, 'GET /api/sla/policies': { body: [] }, 'POST /api/sla/policies': { status: 201, body: GOLD } });
    draw(<SlaSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'New policy' }));
    await save(user);
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    expect(screen.getByText('Set at least one target.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await user.keyboard('Gold');
    value('First reply, hours').focus();
    await user.keyboard('1');
    value('Resolution, hours').focus();
    await user.keyboard('8');
    await user.tab();
    await user.keyboard('30');
    await user.selectOptions(screen.getByLabelText('Calendar'), 'Around the clock (24/7)');
    value('Continue when reopened within, hours').focus();
    await user.keyboard('{Control>}a{/Control}2{Enter}');
    await waitFor(() =>
      expect(body(asked, 'POST /api/sla/policies')).toEqual({ ...draftOf(null), name: 'Gold', first_reply: 60, resolution: 510, always: true, reopen_minutes: 120 }),
    );
  });

  it('has any of the values for each condition, none among them', async () => {
    const { asked } = serve({ ...AROUND, 'GET /api/sla/policies': { body: [GOLD] }, 'PUT /api/sla/policies/3': { body: GOLD } });
    draw(<SlaSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Gold'));
    await user.click(screen.getByRole('button', { name: 'Add condition' }));
    await save(user);
    expect(screen.getByText('Choose at least one.')).toBeTruthy();
    const pick = async (number: number, ...names: string[]) => {
      await user.click(screen.getByRole('combobox', { name: `Condition ${number}, any of` }));
      for (const name of names) await user.click(await screen.findByRole('option', { name, hidden: true }));
    };
    await pick(1, 'TELEGRAM', 'Entered by hand');
    await user.click(screen.getByRole('button', { name: 'Add condition' }));
    await user.selectOptions(screen.getByLabelText('Condition 2, field'), 'Department');
    await pick(2, 'Sales', 'No department');
    await user.click(screen.getByRole('button', { name: 'Add condition' }));
    await user.selectOptions(screen.getByLabelText('Condition 3, field'), 'Language');
    await pick(3, 'Malay');
    await user.click(screen.getByRole('button', { name: 'Remove Condition 3' }));
    await save(user);
    await waitFor(() =>
      expect(body(asked, 'PUT /api/sla/policies/3')).toMatchObject({
        conditions: [
          { field: 'channel', values: ['TELEGRAM', 'MANUAL'] },
          { field: 'department', values: ['2', ''] },
        ],
      }),
    );
  });

  it('shows what was deleted, and says why the policy never applies', async () => {
    serve({ ...AROUND, 'GET /api/sla/policies': { body: [{ ...DEAD, conditions: [{ field: 'label', values: ['99'] }] }] } });
    draw(<SlaSection />);
    await userEvent.setup().click(await screen.findByText('Dead'));
    expect(screen.getByRole('alert').textContent).toContain('This policy never applies');
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Calendar').selectedOptions[0]?.textContent).toBe('Deleted calendar'));
    expect(within(screen.getByRole('group', { name: 'Condition 1' })).getByText('Deleted')).toBeTruthy();
  });

  it('puts a refusal beside its field, and keeps what was typed', async () => {
    const fields = { 'conditions.0.values': 'This label is gone.', calendar_id: 'This calendar is gone.', resolution: 'A time is 1 to 525,600 minutes.' };
    serve({
      ...AROUND,
      'GET /api/sla/policies': { body: [{ ...GOLD, conditions: [{ field: 'label', values: ['7'] }] }] },
      'PUT /api/sla/policies/3': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } },
    });
    draw(<SlaSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Gold'));
    await user.type(screen.getByLabelText('Name'), ' desk');
    await save(user);
    for (const words of Object.values(fields)) expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Gold desk');
    expect(within(screen.getByRole('group', { name: 'Resolution' })).getByText(fields.resolution)).toBeTruthy();
  });

  it('takes a target away when its fields are emptied, and refuses none at all', async () => {
    const { asked } = serve({ ...AROUND, 'GET /api/sla/policies': { body: [GOLD] }, 'PUT /api/sla/policies/3': { body: GOLD } });
    draw(<SlaSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Gold'));
    await user.clear(value('Resolution, hours'));
    expect(value('Resolution, minutes').value).toBe('');
    await user.clear(value('First reply, hours'));
    await save(user);
    expect(screen.getByText('Set at least one target.')).toBeTruthy();
    await user.type(value('First reply, minutes'), '0');
    await save(user);
    expect(screen.getByText('Enter at least 1 minute, or leave it empty.')).toBeTruthy();
    await user.type(value('First reply, minutes'), '45');
    await save(user);
    await waitFor(() => expect(body(asked, 'PUT /api/sla/policies/3')).toMatchObject({ first_reply: 45, resolution: null }));
  });
});
