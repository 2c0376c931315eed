import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { setTimezone } from '../../ui/dates';
import { Appointment } from './Appointment';

const PATH = 'PUT /api/tickets/1/appointment';
const on = (ms: number) => ({ 'Preferred Appointment Date': new Date(ms).toISOString().slice(0, 19).replace('T', ' ') });
const HOUR = 3_600_000;

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));
afterEach(() => setTimezone(undefined));

it('sets one at the time of the account', async () => {
  const { asked } = serve({ [PATH]: { body: { result: 'success', data: anInfo({ other: on(Date.UTC(2030, 0, 2, 1, 30)) }) } } });
  draw(<Appointment info={anInfo()} />);
  expect(screen.getByText('None')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take the appointment away' })).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Set an appointment' }));
  const field = await screen.findByLabelText<HTMLInputElement>('When');
  expect(field.value.slice(11)).toBe('09:00');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Choose a day and a time.')).toBeTruthy();
  await user.type(field, '2030-01-02T09:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.map((call) => call.body)).toEqual([{ at: Date.UTC(2030, 0, 2, 1, 30) }]));
  await waitFor(() => expect(screen.queryByLabelText('When')).toBeNull());
});

it('is red when it is soon or over, and is taken away', async () => {
  const { asked } = serve({ [PATH]: { body: { result: 'success', data: anInfo() } } });
  const isRed = (hours: number) => {
    cleanup();
    draw(<Appointment info={anInfo({ other: on(Date.now() + hours * HOUR) })} />);
    return document.querySelector('[data-soon]') !== null;
  };
  expect([47, -400, 72].map(isRed)).toEqual([true, true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Take the appointment away' }));
  await waitFor(() => expect(asked.map((call) => call.body)).toEqual([{ at: null }]));
});

it('keeps what was chosen when the server refuses', async () => {
  serve({ [PATH]: { status: 422, body: { error: { code: 'invalid', message: 'Give a time between the years 2000 and 2100, in milliseconds.' } } } });
  draw(<Appointment info={anInfo()} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Set an appointment' }));
  const field = await screen.findByLabelText<HTMLInputElement>('When');
  await user.clear(field);
  await user.type(field, '1999-01-02T09:30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set an appointment', hidden: true }).disabled).toBe(false));
  expect(screen.getByLabelText<HTMLInputElement>('When').value).toBe('1999-01-02T09:30');
});
