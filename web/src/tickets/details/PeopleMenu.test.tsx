import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anAgent, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useAgents } from '../../api/agents';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { closeDialog, useDialog } from '../../ui/dialog';
import { loadTicketTexts } from '../texts';
import { PeopleMenu } from './PeopleMenu';

const PUT = 'PUT /api/tickets/1/participants';

beforeEach(async () => {
  await loadTicketTexts();
  closeDialog();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), username: 'ann' } });
  useAgents.setState({
    agents: [
      anAgent({ id: 1, name: 'Ann', username: 'ann' }),
      anAgent({ id: 2, name: 'Ben', username: 'ben' }),
    ],
  });
});

async function choose(name: string, participants = [{ username: 'ann', name: 'Ann', photo: '' }]) {
  draw(<PeopleMenu info={anInfo({ participants })} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change who takes part' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name }));
}

it('asks an agent who gives a free ticket to a colleague alone, and nobody who takes part', async () => {
  const { asked } = serve({ [PUT]: { body: {} } });
  await choose('Ben', []);
  const { dialog } = useDialog.getState();
  expect(dialog).toMatchObject({ title: 'You will no longer see this ticket', confirm: { label: 'Assign to Ben' } });
  expect(asked).toEqual([]);
  act(() => dialog?.confirm?.run());
  await waitFor(() => expect(asked).toEqual([{ key: PUT, body: { participants: ['ben'] } }]));
});

it('asks no admin, who sees every ticket', async () => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), username: 'ann', isAdmin: true } });
  const { asked } = serve({ [PUT]: { body: {} } });
  await choose('Ben', []);
  await waitFor(() => expect(asked).toEqual([{ key: PUT, body: { participants: ['ben'] } }]));
});

it('takes somebody in at once', async () => {
  const { asked } = serve({ [PUT]: { body: {} } });
  await choose('Ben');
  await waitFor(() => expect(asked).toEqual([{ key: PUT, body: { participants: ['ann', 'ben'] } }]));
  expect(useDialog.getState().open).toBe(false);
});

it('asks before it takes somebody out', async () => {
  const { asked } = serve({ [PUT]: { body: {} } });
  await choose('Ann');
  const { dialog } = useDialog.getState();
  expect(dialog).toMatchObject({ title: 'Remove Ann?', confirm: { label: 'Remove', danger: true } });
  expect(asked).toEqual([]);
  act(() => dialog?.confirm?.run());
  await waitFor(() => expect(asked).toEqual([{ key: PUT, body: { participants: [] } }]));
});
