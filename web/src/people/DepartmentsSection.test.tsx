import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anAgent } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { DepartmentsSection } from './DepartmentsSection';

const AGENTS = { body: [anAgent({ id: 2, name: 'Mei', username: 'mei' }), anAgent({ id: 3, name: 'Noor', username: 'noor' })] };

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
});

it('makes departments, changes their members and removes them', async () => {
  const user = userEvent.setup();
  let teams: object[] = [];
  const { asked } = serve({
    'GET /api/agent/-': AGENTS,
    'GET /api/departments': () => ({ body: teams }),
    'POST /api/departments': ({ body }) => {
      teams = [{ id: 7, ...(body as object) }];
      return { status: 201, body: teams[0] };
    },
    'PATCH /api/departments/7': ({ body }) => {
      teams = [{ id: 7, ...(body as object) }];
      return { body: teams[0] };
    },
    'DELETE /api/departments/7': () => {
      teams = [];
      return { body: { result: 'success' } };
    },
  });
  draw(<DepartmentsSection />);
  expect(await screen.findByText('No departments yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New department' }));
  expect(screen.getByRole('heading', { name: 'New department' })).toBeTruthy();
  expect(save().disabled).toBe(true);
  await user.click(await screen.findByLabelText('Mei (mei)'));
  await user.click(save());
  expect(screen.getByText('A name is required.')).toBeTruthy();
  await user.type(nameField(), ' Sales ');
  await user.click(save());
  expect(await screen.findByText('Sales')).toBeTruthy();
  expect(screen.getByText('Mei')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: /^Sales/ }));
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeTruthy();
  await user.click(screen.getByLabelText('Noor (noor)'));
  await user.click(screen.getByLabelText('Mei (mei)'));
  await user.click(screen.getByLabelText('Mei (mei)'));
  await user.click(save());
  expect(await screen.findByText('Mei, Noor')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Remove Sales' }));
  useDialog.getState().dialog?.confirm?.run();
  expect(await screen.findByText('No departments yet')).toBeTruthy();
  const sent = asked.filter((call) => !call.key.startsWith('GET')).map((call) => call.body);
  expect(sent).toEqual([{ name: 'Sales', members: [2] }, { name: 'Sales', members: [2, 3] }, null]);
}, 20_000);

it('keeps what was typed when the server refuses', async () => {
  const user = userEvent.setup();
  serve({
    'GET /api/agent/-': AGENTS,
    'GET /api/departments': { body: [] },
    'POST /api/departments': {
      status: 409,
      body: { error: { code: 'conflict', message: 'There is one.', fields: { name: 'There is one.' } } },
    },
  });
  draw(<DepartmentsSection />);
  await user.click(await screen.findByRole('button', { name: 'New department' }));
  await user.type(nameField(), 'Sales');
  await user.click(save());
  await waitFor(() => expect(screen.getAllByText('There is one.')).toHaveLength(2));
  expect(nameField().value).toBe('Sales');
});

it('keeps what was typed while it is away, and asks before it is discarded', async () => {
  const user = userEvent.setup();
  serve({ 'GET /api/agent/-': AGENTS, 'GET /api/departments': { body: [{ id: 7, name: 'Sales', members: [] }] } });
  const first = draw(<DepartmentsSection />);
  await user.click(await screen.findByRole('button', { name: /^Sales/ }));
  await user.type(nameField(), ' east');
  first.unmount();
  draw(<DepartmentsSection />);
  expect(nameField().value).toBe('Sales east');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(nameField().value).toBe('Sales east');
  useDialog.getState().dialog?.confirm?.run();
  expect(await screen.findByText('0 members')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Sales/ }));
  expect(nameField().value).toBe('Sales');
});

it('says so when it does not load, and when it is not for this person', async () => {
  serve({ 'GET /api/departments': { status: 503, body: {} } });
  const first = draw(<DepartmentsSection />);
  expect(await screen.findByText('The departments could not be loaded')).toBeTruthy();
  first.unmount();
  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<DepartmentsSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});
