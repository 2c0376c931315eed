import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { FilterDialog } from './FilterDialog';

function Place() {
  return <output aria-label="address">{useLocation().search}</output>;
}
const address = () => screen.getByLabelText('address').textContent;

function show(path: string) {
  draw(
    <>
      <FilterDialog opened onClose={() => undefined} />
      <Place />
    </>,
    path,
  );
  return userEvent.setup();
}

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: { username: 'anna', isAdmin: false } as Session });
  useAgents.setState({ agents: [], names: new Map() });
  serve({ 'GET /api/ticket/load/-/closed/ticket/0': { body: { data: [], count: 4, status: 'success' } } });
});

it('begins with what the address says, and puts into it what is chosen', async () => {
  const user = show('/?filter=closed&priorities=H&sort=priority');
  await user.click(screen.getByRole('combobox', { name: 'Answer' }));
  await user.click(await screen.findByRole('option', { name: 'Waiting for an answer', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe('?filter=closed&priorities=H&sort=priority&replied=0');
});

it('narrows to what is due, which is listed by when', async () => {
  const user = show('/?sort=oldest');
  await user.click(screen.getByRole('combobox', { name: 'Due' }));
  await user.click(await screen.findByRole('option', { name: 'Within 4 hours, or overdue', hidden: true }));
  const order = screen.getByRole<HTMLInputElement>('combobox', { name: 'Order' });
  expect([order.value, order.disabled]).toEqual(['Due soonest', true]);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe('?sort=due&due=soon');
});

it('sorts by what is due without narrowing to it', async () => {
  const user = show('/');
  await user.click(screen.getByRole('combobox', { name: 'Order' }));
  await user.click(await screen.findByRole('option', { name: 'Due soonest', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe('?sort=due');
});

it('clears everything but the status', async () => {
  const user = show('/?filter=closed&priorities=H&automatic=1&sort=oldest');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(address()).toBe('?filter=closed');
});

it('keeps a filter under a name with its count, and goes back to it', async () => {
  const user = show('/?filter=closed&priorities=H');
  await user.type(screen.getByRole('textbox', { name: 'Name for this filter' }), 'Urgent ones');
  await user.click(screen.getByRole('button', { name: 'Save filter' }));
  const preset = await screen.findByRole('button', { name: /^Urgent ones\s*4$/ });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(preset);
  expect(address()).toBe('?filter=closed&priorities=H');
  await user.click(screen.getByRole('button', { name: 'Remove the filter Urgent ones' }));
  expect(screen.queryByRole('button', { name: /Urgent ones/ })).toBeNull();
});
