import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useLabels } from '../api/labels';
import type { Label } from '../api/types';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { dropEdits } from './edits';
import { LabelsSection } from './LabelsSection';

const aLabel = (id: number, name: string, level: number): Label => ({
  id,
  name,
  color: '#c03020',
  colorDark: '#ff8078',
  level,
  sla: 30,
  deleted: false,
});
const STORED = [aLabel(2, 'Urgent', 5), aLabel(1, 'Later', 1)];

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  useLabels.setState({ phase: 'idle', problem: null, labels: [] });
  dropEdits();
});

const names = () => screen.getAllByLabelText<HTMLInputElement>(/^Name of/).map((input) => input.value);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
async function open(answer: object = { body: [aLabel(7, 'Later', 9)] }) {
  const core = serve({ 'GET /api/label/get': { body: STORED }, 'POST /api/label/update': answer as { body: unknown } });
  draw(<LabelsSection />);
  await screen.findByLabelText('Name of Urgent');
  return { asked: () => core.asked.filter((call) => call.key.startsWith('POST')), user: userEvent.setup() };
}

it('keeps everything here until it is saved, and sends it once', async () => {
  const { asked, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add label' }));
  expect(field('Name of New Label').value).toBe('New Label');
  expect(field('Colour of New Label').value).toBe('#000000');
  expect(field('Level of New Label').value).toBe('0');
  expect(field('Reply time (min) of New Label').value).toBe('30');
  await user.click(screen.getByRole('button', { name: 'Add label' }));
  const second = screen.getAllByRole('button', { name: 'Delete New Label' })[1];
  if (second) await user.click(second);
  await user.click(screen.getByRole('button', { name: 'Delete Urgent' }));
  await user.clear(field('Level of Later'));
  await user.type(field('Level of Later'), '9');
  expect(asked()).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(names()).toEqual(['Later']));
  const body = asked()[0]?.body as { labelArray: string; delete: string };
  expect(asked()).toHaveLength(1);
  expect(body.delete).toBe('[2]');
  expect(JSON.parse(body.labelArray)).toEqual([
    { id: 1, name: 'Later', color: '#c03020', colorDark: '#ff8078', level: 9, sla: 30, isNew: false },
    { name: 'New Label', color: '#000000', colorDark: '#ffffff', level: 0, sla: 30, isNew: true },
  ]);
});

it('sorts by level once a line is left', async () => {
  const { user } = await open();
  expect(names()).toEqual(['Urgent', 'Later']);
  await user.clear(field('Level of Later'));
  await user.type(field('Level of Later'), '6');
  expect(names()).toEqual(['Urgent', 'Later']);
  await user.click(field('Name of Urgent'));
  expect(names()).toEqual(['Later', 'Urgent']);
});

it.each([
  ['Name of Later', '', 'Please check all the fields are not empty.'],
  ['Level of Later', '1.5', 'Priority level and SLA must be whole number.'],
  ['Colour of Later', '#12', 'Color format is not correct'],
  ['Colour, dark theme of Later', 'red', 'Color format is not correct'],
])('refuses %s as "%s" without asking the server', async (name, value, text) => {
  const { asked, user } = await open();
  const input = field(name);
  await user.clear(input);
  if (value !== '') await user.type(input, value);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(asked()).toEqual([]);
});

it('loses nothing when the server refuses, or when another admin changes the list', async () => {
  const { user } = await open({ status: 500, body: {} });
  await user.type(field('Name of Later'), ' on');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please check the input.');
  expect(names()).toEqual(['Urgent', 'Later on']);
  useLabels.getState().take([aLabel(3, 'Refund', 8), ...STORED]);
  await waitFor(() => expect(names()).toEqual(['Refund', 'Urgent', 'Later on']));
});

it('says so when there are none, when they do not load, and when they are not for this person', async () => {
  serve({ 'GET /api/label/get': { body: [] } });
  const first = draw(<LabelsSection />);
  expect(await screen.findByText('No labels yet')).toBeTruthy();
  first.unmount();

  useLabels.setState({ phase: 'idle', labels: [] });
  serve({ 'GET /api/label/get': { status: 503, body: {} } });
  const second = draw(<LabelsSection />);
  expect(await screen.findByText('The labels could not be loaded')).toBeTruthy();
  second.unmount();

  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<LabelsSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});
