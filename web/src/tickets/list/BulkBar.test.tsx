import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anAgent, aTicket } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import { useLabels } from '../../api/labels';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { closeDialog, useDialog } from '../../ui/dialog';
import { BulkBar } from './BulkBar';
import { choose, clearChosen, useSelection } from './selection';
import { resetList, useTicketList } from './store';

const bar = () => within(screen.getByRole('region', { name: 'Chosen tickets', hidden: true }));
const buttons = () => bar().getAllByRole('button', { hidden: true }).map((button) => button.getAttribute('aria-label') ?? button.textContent);
const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true });

function show(narrow: boolean) {
  useTicketList.setState({ rows: [aTicket({ id: 1 }), aTicket({ id: 2 }), aTicket({ id: 3 })], phase: 'ready' });
  choose([1]);
  draw(<BulkBar narrow={narrow} />);
  return userEvent.setup();
}

beforeEach(() => {
  resetList();
  clearChosen();
  useLabels.getState().take([{ id: 2, name: 'Urgent', color: '#c03020', colorDark: '#ff8078', level: 1, sla: 30, deleted: false }]);
  useSession.setState({ phase: 'in', session: { username: 'agent1' } as Session });
  serve({ 'GET /api/macros': { body: [] }, 'GET /api/department2/-': { body: [] }, 'POST /api/ticket/message': { body: {} } });
});

it('calls everything by its name where there is room', () => {
  show(false);
  expect(buttons()).toEqual(['Status', 'Assign', 'Add label', 'Mark as read', 'More', 'Choose all 3 shown', 'Close']);
});

it('has signs with the same names in little room, and the rest in a menu', async () => {
  const user = show(true);
  expect(buttons()).toEqual(['Status', 'Assign', 'Add label', 'More', 'Close']);
  expect(bar().getByRole('button', { name: 'Status' }).textContent).toBe('');
  await user.click(bar().getByRole('button', { name: 'More' }));
  await user.click(await item('Choose all 3 shown'));
  expect(useSelection.getState().chosen.size).toBe(3);
  await user.click(bar().getByRole('button', { name: 'More', hidden: true }));
  await item('Mark as read');
  expect(screen.queryByRole('menuitem', { name: /^Choose/, hidden: true })).toBeNull();
  await user.click(bar().getByRole('button', { name: 'Close', hidden: true }));
  expect(useSelection.getState().chosen.size).toBe(0);
});

it('asks an agent before free tickets go to a colleague', async () => {
  useAgents.setState({ agents: [anAgent({ username: 'agent2', name: 'Mei' })] });
  const user = show(true);
  await user.click(bar().getByRole('button', { name: 'Assign' }));
  await user.click(await item('Mei'));
  expect(useDialog.getState()).toMatchObject({ open: true, dialog: { title: 'You will no longer see this ticket', confirm: { label: 'Assign to Mei' } } });
  expect(useSelection.getState().run).toBeNull();
  closeDialog();
});

it('changes what is chosen by a sign', async () => {
  const user = show(true);
  await user.click(bar().getByRole('button', { name: 'Status' }));
  await user.click(await item('Pending'));
  await expect.poll(() => useSelection.getState().chosen.size).toBe(0);
});
