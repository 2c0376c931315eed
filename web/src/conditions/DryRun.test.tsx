import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { DryRun } from './DryRun';
import type { Condition } from './model';

const HIGH: Condition[] = [{ field: 'severity', values: ['H'] }];
/** A form in which the severity can be changed. */
function Form() {
  const [conditions, setConditions] = useState(HIGH);
  return (
    <>
      <button onClick={() => setConditions([{ field: 'severity', values: ['L'] }])}>Low instead</button>
      <DryRun conditions={conditions} />
    </>
  );
}

const TRIED = {
  days: 7,
  tickets: 40,
  more: false,
  matched: 3,
  examples: [{ ticket_id: 1_000_000_009, ticket_number: 9, title: 'Broken lamp', channel: 'EMAIL', created_at: '2026-11-20 10:00:00' }],
};

it('says how many tickets of the last days fit, and names some', async () => {
  const { asked } = serve({ 'POST /api/conditions/dry-run': { body: TRIED } });
  const user = userEvent.setup();
  draw(<Form />);
  await user.click(screen.getByRole('button', { name: "Try on last week's tickets" }));
  expect(await screen.findByText(/3 of 40 tickets of the last 7 days fit\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: '#9' }).getAttribute('href')).toBe('/ticket/9');
  expect(asked.find(({ key }) => key === 'POST /api/conditions/dry-run')?.body).toEqual({ conditions: HIGH });
  // What was found for others is not shown for these.
  await user.click(screen.getByRole('button', { name: 'Low instead' }));
  expect(screen.queryByText(/3 of 40/)).toBeNull();
});

it('says so when nothing came in, when not all was looked at, and when it failed', async () => {
  const user = userEvent.setup();
  const answers: { status?: number; body: unknown }[] = [
    { body: { ...TRIED, tickets: 0, matched: 0, examples: [] } },
    { body: { ...TRIED, tickets: 2000, more: true } },
    { status: 503, body: { error: { code: 'unavailable', message: 'Later.', fields: {} } } },
  ];
  serve({ 'POST /api/conditions/dry-run': () => answers.shift() ?? { body: TRIED } });
  draw(<DryRun conditions={HIGH} />);
  const button = screen.getByRole('button', { name: "Try on last week's tickets" });
  await user.click(button);
  expect(await screen.findByText('No tickets came in during the last 7 days.')).toBeTruthy();
  await user.click(button);
  expect(await screen.findByText(/Only the newest 2,?000 were looked at\./)).toBeTruthy();
  await user.click(button);
  expect(await screen.findByText('The conditions could not be tried. Try again.')).toBeTruthy();
});

it('waits for conditions that are whole', () => {
  draw(<DryRun conditions={[{ field: 'severity', values: [] }]} />);
  expect(screen.getByRole('button', { name: "Try on last week's tickets" })).toHaveProperty('disabled', true);
});
