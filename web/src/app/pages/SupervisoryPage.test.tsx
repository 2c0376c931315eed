import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { aBoard } from '../../../tests/supervisory';
import { useDepartments } from '../../api/departments';
import { useVariant, WHOLE_DESK } from '../../api/variant';
import { forgetCustoms } from '../../presence/customs';
import { useConnection } from '../../realtime/connection';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Screen } from './SupervisoryPage';

beforeEach(() => {
  forgetCustoms();
  useVariant.setState({ settled: true, variant: WHOLE_DESK });
  useConnection.setState({ phase: 'live' });
  useDepartments.setState({ phase: 'ready', problem: null, departments: [] });
});

function open(productDetails = SESSION_ANSWER.productDetails, admin = true) {
  useSession.setState({ phase: 'in', session: { ...sessionFrom({ ...SESSION_ANSWER, productDetails }), isAdmin: admin } });
  const { asked } = serve({
    'GET /api/supervisory': { body: aBoard() },
    'GET /api/customstatus/get': { body: [{ id: 4, status_code: 'T1', alternate: 'Training', removed: false }] },
  });
  draw(<Screen />, '/supervisory');
  return asked;
}

const links = async () =>
  within(await screen.findByRole('list', { name: 'The desk now' }))
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('leads from each figure to its list', async () => {
  open();
  expect(await links()).toEqual(['/livechat', '/livechat', '/ticket', '/ticket?agents=-', '/ticket?due=overdue&sort=due', '/ticket?due=soon&sort=due']);
});

it('leads to nothing that the account does not have', async () => {
  open(['livechat']);
  expect(await links()).toEqual(['/livechat', '/livechat']);
});

it('offers the six statuses and the client’s own', async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions for Mei' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Set status…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('option').map((option) => option.textContent)).toEqual(['Online', 'Away', 'Busy', 'Meal break', 'Washroom', 'Prayer', 'Training']);
});

it('asks agents for no statuses that only admins give', async () => {
  const asked = open(['livechat'], false);
  await links();
  expect(asked.map(({ key }) => key)).toEqual(['GET /api/supervisory']);
});

it('shows the calls of accounts with a telephone alone', async () => {
  open();
  expect(await screen.findByRole('region', { name: 'Calls now' })).toBeTruthy();
  cleanup();
  const asked = open(['tickets']);
  await links();
  expect(screen.queryByRole('region', { name: 'Calls now' })).toBeNull();
  expect(asked.some(({ key }) => key.includes('call2'))).toBe(false);
});
