import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { useLabels } from '../../api/labels';
import { LabelFilter } from './LabelFilter';

const aLabel = (id: number, name: string) => ({ id, name, color: '#c03020', colorDark: '#ff8078', level: 1, sla: 30, deleted: false });

function Place() {
  return <output>{useLocation().search}</output>;
}
function show(path = '/?filter=closed') {
  draw(
    <>
      <LabelFilter narrow={false} />
      <Place />
    </>,
    path,
  );
  return userEvent.setup();
}
const address = () => screen.getByRole('status').textContent;
const item = (name: string) => screen.findByRole('menuitemcheckbox', { name, hidden: true });

beforeEach(() => useLabels.getState().take([aLabel(2, 'Urgent'), aLabel(1, 'Later')]));

it('keeps the chosen labels in the address, beside the filter', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Filter by labels' }));
  await user.click(await item('Urgent'));
  expect(address()).toBe('?filter=closed&labels=2');
  await user.click(await item('Later'));
  expect(address()).toBe('?filter=closed&labels=1%2C2');
  expect(screen.getByRole('button', { name: 'Filter by labels: Later, Urgent', hidden: true }).textContent).toBe('2 labels');
  await user.click(await item('Urgent'));
  expect(address()).toBe('?filter=closed&labels=1');
  await user.click(await screen.findByRole('menuitem', { name: 'All labels', hidden: true }));
  expect(address()).toBe('?filter=closed');
});

it('is not there where nobody made labels, but can undo an address with a removed one', async () => {
  useLabels.getState().take([]);
  const user = show('/?labels=9');
  await user.click(screen.getByRole('button', { name: 'Filter by labels: Removed label' }));
  await user.click(await screen.findByRole('menuitem', { name: 'All labels', hidden: true }));
  expect(address()).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});
