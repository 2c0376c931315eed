import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPlugin, anAgent, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { channelsOf, usePlugins } from '../api/plugins';
import type { Label } from '../api/types';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { closeDialog, useDialog } from '../ui/dialog';
import * as toast from '../ui/toast';
import { dropDrafts } from '../ui/useDraft';
import { draftOf, newDraft, type ScheduledReport, type ScheduledReportRun } from './model';
import { SchedulesSection } from './SchedulesSection';

vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T09:00:00Z') }));

const ME = 7;
const RUN: ScheduledReportRun = { at: Date.UTC(2026, 10, 29, 8), from: '2026-11-22', to: '2026-11-28', empty: false, sent: 3, waiting: 0, refused: 0, no_address: 0, failed: 0 };
const TEAM: ScheduledReport = {
  ...newDraft(ME, 'UTC'),
  id: 3,
  name: 'Team',
  group: 'agent',
  weekdays: [1, 4],
  recipients: [ME, 5],
  next_at: Date.UTC(2026, 10, 30, 8),
  created_by: 'admin',
  last: RUN,
};
const CALLS: ScheduledReport = {
  ...TEAM,
  id: 4,
  name: 'Calls of a week',
  enabled: false,
  report: 'calls',
  group: 'day',
  days: 'last_week',
  repeat: 'monthly',
  weekdays: [],
  timezone: 'Europe/Berlin',
  recipients: [5, 6, 8, 9, 99],
  next_at: null,
  last: null,
};
const SALES: ScheduledReport = { ...TEAM, id: 5, name: 'Sales', type: 'ticket', channel: 'TELEGRAM', department: 2, label: 9, repeat: 'daily', weekdays: [], last: { ...RUN, sent: 1, refused: 1, no_address: 1 } };

const listed = (schedules: ScheduledReport[], sends_mail = true) => ({ 'GET /api/report/schedules': { body: { schedules, sends_mail } } });
const body = (asked: readonly { key: string; body: unknown }[], key: string) => asked.find((call) => call.key === key)?.body;
const success = vi.spyOn(toast, 'toastSuccess').mockReturnValue(undefined);
const failure = vi.spyOn(toast, 'toastError').mockReturnValue(undefined);

beforeEach(() => {
  dropDrafts();
  closeDialog();
  success.mockClear();
  failure.mockClear();
  setTimezone('UTC');
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, userId: ME } });
  const plugins = [aPlugin('TELEGRAM'), aPlugin('EMAIL')];
  usePlugins.setState({ plugins, channels: channelsOf(plugins), loaded: true });
  useLabels.setState({ phase: 'ready', labels: [{ id: 7, name: 'Urgent', color: '#000000', colorDark: '#ffffff' } as Label] });
  useDepartments.setState({ phase: 'ready', departments: [{ id: 2, name: 'Sales team', deleted: false }] });
  const users: [number, string][] = [[5, 'Mei'], [6, 'Ravi'], [ME, 'Ann'], [8, 'Ben'], [9, 'Cora']];
  useAgents.setState({ agents: users.map(([id, name]) => anAgent({ id, name, username: name.toLowerCase() })) });
});

describe('the list', () => {
  it('says in plain words what goes out, when, to whom, and what became of it', async () => {
    serve(listed([TEAM, CALLS, SALES]));
    draw(<SchedulesSection />);
    const rows = within(await screen.findByRole('list', { name: 'Scheduled reports' })).getAllByRole('listitem');
    const lines = rows.map((row) => [...(row.querySelector('button')?.children ?? [])].map(({ textContent }) => textContent));
    expect(lines).toEqual([
      ['Team', 'Reply and resolution times by agent, last 7 days', 'Monday and Thursday at 08:00 · Next: 30 Nov, 08:00', '2 recipients: Ann, Mei', 'Last run 29 Nov, 08:00: sent to 3'],
      [
        'Calls of a weekOff',
        'Calls by day, last week',
        'On day 1 of every month at 08:00 (Europe/Berlin)',
        '5 recipients: Mei, Ravi, Ben, and 2 more',
        'Not sent yet',
      ],
      [
        'SalesNot everyone got it',
        'Reply and resolution times by agent, last 7 days · Tickets · TELEGRAM · Sales team · Label 9',
        'Every day at 08:00 · Next: 30 Nov, 08:00',
        '2 recipients: Ann, Mei',
        'Last run 29 Nov, 08:00: sent to 1, 1 without permission, 1 without a mail address',
      ],
    ]);
    expect(rows.map((row) => row.dataset['off'])).toEqual(['false', 'true', 'false']);
    expect(screen.getByRole('button', { name: /^Calls of a week/ }).title).toBe('Mei, Ravi, Ben, Cora, Deleted or disabled');
    expect(screen.queryByText('This installation sends no mail')).toBeNull();
  });

  it('says what it is for while there is none, and leads to a new one', async () => {
    serve(listed([]));
    draw(<SchedulesSection />);
    expect(await screen.findByText('No scheduled reports yet')).toBeTruthy();
    expect(screen.getByText(/mail the figures of a report to your team/)).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'New schedule' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it.each([[[TEAM]], [[]]])('says that no mail is sent, and what the operator has to set', async (schedules) => {
    serve(listed(schedules, false));
    draw(<SchedulesSection />);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('This installation sends no mail');
    expect(notice.textContent).toContain('mail.smtp_host and mail.from');
    expect(screen.getByRole('button', { name: 'New schedule' })).toBeTruthy();
  });

  it('switches one off, and the rest of it stays', async () => {
    const { asked } = serve({ ...listed([SALES]), 'PUT /api/report/schedules/5': { body: SALES } });
    draw(<SchedulesSection />);
    await userEvent.setup().click(await screen.findByRole('switch', { name: 'Enable Sales' }));
    await waitFor(() => expect(body(asked, 'PUT /api/report/schedules/5')).toEqual({ ...draftOf(SALES), enabled: false }));
  });

  it('sends one now and says so, and says why not', async () => {
    let sends = true;
    const { asked } = serve({
      ...listed([TEAM]),
      'POST /api/report/schedules/3/send': () => (sends ? { body: TEAM } : { status: 409, body: { error: { code: 'conflict', message: 'This installation sends no mail.' } } }),
    });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send Team now' });
    await user.click(send);
    await waitFor(() => expect(success).toHaveBeenCalledWith('Team is on its way.'));
    expect(asked.filter(({ key }) => key === 'GET /api/report/schedules').length).toBeGreaterThan(1);
    sends = false;
    await waitFor(() => expect(send.disabled).toBe(false));
    await user.click(send);
    await waitFor(() => expect(failure).toHaveBeenCalledWith('This installation sends no mail.'));
    expect(success).toHaveBeenCalledTimes(1);
  });

  it('asks before it deletes one', async () => {
    const { asked } = serve({ ...listed([TEAM]), 'DELETE /api/report/schedules/3': { body: { result: 'success' } } });
    draw(<SchedulesSection />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Delete Team' }));
    const { dialog } = useDialog.getState();
    expect(dialog).toMatchObject({ title: 'Delete Team?', confirm: { label: 'Delete schedule', danger: true } });
    expect(asked.some(({ key }) => key.startsWith('DELETE'))).toBe(false);
    act(() => dialog?.confirm?.run());
    await waitFor(() => expect(asked.some(({ key }) => key === 'DELETE /api/report/schedules/3')).toBe(true));
  });

  it('is read again when something of it changed elsewhere', async () => {
    let schedules = [TEAM];
    serve({ 'GET /api/report/schedules': () => ({ body: { schedules, sends_mail: true } }) });
    draw(<SchedulesSection />);
    await screen.findByText('Team');
    schedules = [{ ...TEAM, last: { ...RUN, empty: true, sent: 0 } }, SALES];
    act(() => applyEvent('reportSchedulesChanged', {}));
    expect(await screen.findByText('Sales')).toBeTruthy();
    expect(screen.getByText('Last run 29 Nov, 08:00: nothing happened, no mail')).toBeTruthy();
  });

  it('says so when it does not load, and when it is not for this person', async () => {
    serve({ 'GET /api/report/schedules': { status: 500, body: {} } });
    const first = draw(<SchedulesSection />);
    expect(await screen.findByText('The scheduled reports could not be loaded')).toBeTruthy();
    first.unmount();
    const { asked } = serve({});
    useAgents.setState({ agents: [] });
    useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
    draw(<SchedulesSection />);
    expect(screen.getByText('You need admin access')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the form', () => {
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
  const options = (name: string) => [...select(name).options].map(({ text }) => text);
  const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }));

  it('makes one with what most begin with, after it said what is missing', async () => {
    const { asked } = serve({ ...listed([]), 'POST /api/report/schedules': { status: 201, body: TEAM } });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'New schedule' }));
    await save(user);
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await user.keyboard('Team{Enter}');
    await waitFor(() =>
      expect(body(asked, 'POST /api/report/schedules')).toEqual({
        name: 'Team',
        enabled: true,
        report: 'performance',
        group: 'day',
        type: '',
        channel: '',
        department: null,
        label: null,
        days: 'last_7_days',
        format: 'xlsx',
        repeat: 'weekly',
        weekdays: [1],
        day_of_month: 1,
        time: '08:00',
        timezone: 'Etc/UTC',
        recipients: [7],
        skip_empty: true,
      }),
    );
    expect(success).toHaveBeenCalledWith('Schedule saved.');
  });

  it('says everything else of it, and finds recipients by name', async () => {
    const { asked } = serve({ ...listed([]), 'POST /api/report/schedules': { status: 201, body: TEAM } });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'New schedule' }));
    await user.type(screen.getByLabelText('Name'), 'Sales');
    await user.selectOptions(select('Rows by'), 'Label');
    await user.selectOptions(select('Days'), 'Last month');
    await user.selectOptions(select('File'), 'CSV');
    await user.selectOptions(select('What is counted'), 'Live chats');
    await user.selectOptions(select('Channel'), 'TELEGRAM');
    await user.selectOptions(select('Department'), 'Sales team');
    await user.selectOptions(select('Label'), 'Urgent');
    await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
    await user.click(screen.getByRole('checkbox', { name: 'Wednesday' }));
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '17:30' } });
    await user.clear(select('Time zone'));
    await user.type(select('Time zone'), 'Berlin');
    await user.click(await screen.findByRole('option', { name: 'Europe/Berlin', hidden: true }));
    await user.type(select('Recipients'), 'rav');
    await user.click(await screen.findByRole('option', { name: 'Ravi', hidden: true }));
    await user.click(screen.getByRole('switch', { name: /^No mail when nothing happened/ }));
    await user.click(screen.getByRole('switch', { name: /^Enabled/ }));
    await save(user);
    await waitFor(() =>
      expect(body(asked, 'POST /api/report/schedules')).toEqual({
        ...newDraft(ME, 'Europe/Berlin'),
        name: 'Sales',
        enabled: false,
        group: 'label',
        type: 'livechat',
        channel: 'TELEGRAM',
        department: 2,
        label: 7,
        days: 'last_month',
        format: 'csv',
        weekdays: [3, 5],
        time: '17:30',
        recipients: [ME, 6],
        skip_empty: false,
      }),
    );
  });

  it('hides what does not apply, and sends nothing of it', async () => {
    const { asked } = serve({ ...listed([SALES]), 'PUT /api/report/schedules/5': { body: SALES } });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Sales/ }));
    expect(options('Rows by')).toEqual(['Day', 'Agent', 'Department', 'Channel', 'Label']);
    expect(select('Label').selectedOptions[0]?.text).toBe('Deleted');
    expect(screen.queryByRole('group', { name: 'Weekdays' })).toBeNull();
    expect(screen.queryByLabelText('Day of the month (1 to 28)')).toBeNull();
    await user.selectOptions(select('Rows by'), 'Channel');
    await user.selectOptions(select('Report'), 'Calls');
    expect(options('Rows by')).toEqual(['Day', 'Agent', 'Line']);
    for (const name of ['What is counted', 'Channel', 'Department', 'Label']) expect(screen.queryByRole('combobox', { name })).toBeNull();
    await user.selectOptions(select('How often'), 'Every week');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Monday' }).checked).toBe(true);
    await user.selectOptions(select('How often'), 'Every month');
    expect(screen.queryByRole('checkbox', { name: 'Monday' })).toBeNull();
    const day = screen.getByLabelText('Day of the month (1 to 28)');
    await user.clear(day);
    await user.type(day, '15');
    await save(user);
    await waitFor(() =>
      expect(body(asked, 'PUT /api/report/schedules/5')).toEqual({
        ...draftOf(SALES),
        report: 'calls',
        group: 'day',
        type: '',
        channel: '',
        department: null,
        label: null,
        repeat: 'monthly',
        weekdays: [],
        day_of_month: 15,
      }),
    );
  });

  it('asks for a weekday, a time and a recipient', async () => {
    const { asked } = serve(listed([{ ...TEAM, weekdays: [2], recipients: [5] }]));
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Team/ }));
    const tuesday = screen.getByRole('checkbox', { name: 'Tuesday' });
    await user.click(tuesday);
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '' } });
    await user.click(select('Recipients'));
    await user.keyboard('{Backspace}');
    await save(user);
    for (const words of ['Choose at least one weekday.', 'Enter a time.', 'Choose at least one recipient.']) expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Monday' }));
    expect(asked.some(({ key }) => key.startsWith('PUT'))).toBe(false);
    await user.click(tuesday);
    expect(screen.queryByText('Choose at least one weekday.')).toBeNull();
  });

  it('puts a refusal beside its field, and keeps what was typed', async () => {
    const fields = {
      name: 'The name is taken.',
      group: 'Rows are not like that.',
      department: 'This department is gone.',
      weekdays: 'A weekday is 1 to 7.',
      time: 'A time is 00:00 to 23:59.',
      timezone: 'No such zone.',
      recipients: 'This user is gone.',
    };
    serve({ ...listed([TEAM]), 'PUT /api/report/schedules/3': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } } });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Team/ }));
    await user.type(screen.getByLabelText('Name'), ' desk');
    await save(user);
    for (const words of Object.values(fields)) expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Team desk');
    expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows who was deleted among the recipients, and lets them be taken away', async () => {
    const { asked } = serve({ ...listed([{ ...TEAM, recipients: [5, 99] }]), 'PUT /api/report/schedules/3': { body: TEAM } });
    draw(<SchedulesSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Team/ }));
    expect(screen.getByText('Deleted or disabled')).toBeTruthy();
    await user.click(select('Recipients'));
    await user.keyboard('{Backspace}');
    await save(user);
    await waitFor(() => expect(body(asked, 'PUT /api/report/schedules/3')).toMatchObject({ recipients: [5] }));
  });
});
