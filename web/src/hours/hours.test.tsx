import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { BusinessCalendar, Holiday } from '../api/types';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { dropDrafts } from '../ui/useDraft';
import { HolidaysSection } from './HolidaysSection';
import { HoursSection } from './HoursSection';

const OFFICE: BusinessCalendar = {
  id: 4,
  name: 'Office',
  zone: 'Asia/Kuala_Lumpur',
  weekly: [{ day: 1, from: '09:00', to: '24:00' }],
  default: true,
  open: true,
  next_opening: 0,
};
const NEW_YEAR: Holiday = { id: 9, name: 'New Year', date: '2026-01-01', yearly: true, calendar_id: null };

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true, timezone: 'Asia/Kuala_Lumpur' } as Session });
  setTimezone('Asia/Kuala_Lumpur');
});

it('makes a calendar with the week of an office', async () => {
  const core = serve({ 'GET /api/hours': { body: [] }, 'POST /api/hours': { status: 201, body: OFFICE } });
  draw(<HoursSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New calendar' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Give it a name.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Office');
  await user.click(screen.getByRole('button', { name: 'Remove 09:00–18:00 on Friday' }));
  await user.click(screen.getByRole('button', { name: 'Add a time on Monday' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(core.asked.some((call) => call.key === 'POST /api/hours')).toBe(true));
  const body = core.asked.find((call) => call.key === 'POST /api/hours')?.body as BusinessCalendar;
  expect(body).toMatchObject({ name: 'Office', zone: 'Asia/Kuala_Lumpur', default: false });
  expect(body.weekly.map((time) => `${time.day} ${time.from}–${time.to}`)).toEqual([
    '1 09:00–18:00',
    '2 09:00–18:00',
    '3 09:00–18:00',
    '4 09:00–18:00',
    '1 19:00–20:00',
  ]);
});

it.each([
  ['', Intl.DateTimeFormat().resolvedOptions().timeZone],
  ['Europe/Berlin', 'Europe/Berlin'],
])('begins a calendar in the timezone that dates are shown in (account %j)', async (account, zone) => {
  setTimezone(account);
  const core = serve({ 'GET /api/hours': { body: [] }, 'POST /api/hours': { status: 201, body: OFFICE } });
  draw(<HoursSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New calendar' }));
  await user.type(screen.getByLabelText('Name'), 'Office');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(core.asked.find((call) => call.key === 'POST /api/hours')?.body).toMatchObject({ zone }));
});

it('shows a calendar, and what the server refuses beside its time', async () => {
  const fields = { 'weekly.0.from': 'This overlaps with another time.' };
  const core = serve({
    'GET /api/hours': { body: [OFFICE] },
    'PUT /api/hours/4': { status: 422, body: { error: { code: 'invalid', message: 'No.', fields } } },
  });
  draw(<HoursSection />);
  const user = userEvent.setup();
  expect(await screen.findByText(/Mon 09:00–24:00 · Asia\/Kuala_Lumpur/)).toBeTruthy();
  expect(screen.getByText('Open now')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Office/ }));
  await user.type(screen.getByLabelText('Name'), 's');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This overlaps with another time.')).toBeTruthy();
  const body = core.asked.find((call) => call.key.startsWith('PUT'))?.body as BusinessCalendar;
  expect(body.weekly).toEqual(OFFICE.weekly);
});

it('keeps holidays, for all calendars or one', async () => {
  const core = serve({
    'GET /api/hours': { body: [OFFICE] },
    'GET /api/holidays': { body: [NEW_YEAR] },
    'POST /api/holidays': { status: 201, body: NEW_YEAR },
  });
  draw(<HolidaysSection />);
  const user = userEvent.setup();
  expect(await screen.findByText(/January 1 · All calendars/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New holiday' }));
  await user.type(screen.getByLabelText('Name'), 'Inventory');
  await user.type(screen.getByLabelText('Date'), '2026-06-30');
  await user.selectOptions(screen.getByLabelText('For'), 'Office');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(core.asked.some((call) => call.key === 'POST /api/holidays')).toBe(true));
  const body = core.asked.find((call) => call.key === 'POST /api/holidays')?.body;
  expect(body).toEqual({ name: 'Inventory', date: '2026-06-30', yearly: false, calendar_id: 4 });
});

it('says so when there are none, when they do not load, and when they are not for this person', async () => {
  serve({ 'GET /api/hours': { status: 500, body: {} }, 'GET /api/holidays': { body: [] } });
  const first = draw(<HoursSection />);
  expect(await screen.findByText('The business hours could not be loaded')).toBeTruthy();
  first.unmount();
  const second = draw(<HolidaysSection />);
  expect(await screen.findByText('No holidays yet')).toBeTruthy();
  second.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  draw(<HoursSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
});
