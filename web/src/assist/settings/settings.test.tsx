import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { anAssistResult } from '../../../tests/assist';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { AssistSection } from './AssistSection';

const TASKS = [
  { task: 'answer', helpers: [{ id: 4, name: 'Local helper', plugin: 'assist-local 1.0.0', outside: false }, { id: 6, name: 'Cloud', plugin: 'assist-openai 1.0.0', outside: true }] },
  { task: 'translate', helpers: [] },
];
const state = (setting = { emotions: false, voices: false, redact: true }) => ({ body: { tasks: TASKS, setting } });
const log = (data: unknown[]) => ({ body: { result: 'success', data } });

beforeEach(() => useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } }));

it('shows who is asked in which order, and what leaves the house', async () => {
  serve({ 'GET /api/assist': state(), 'GET /api/assist/results': log([anAssistResult()]) });
  draw(<AssistSection />);
  const tasks = await screen.findByRole('region', { name: 'Who is asked' });
  expect(within(tasks).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Local helper assist-local 1.0.0 Stays in the house',
    'Cloud assist-openai 1.0.0 Leaves the house',
  ]);
  expect(within(tasks).getByRole('link', { name: 'Connect one' }).getAttribute('href')).toBe('/channels/add');
  expect(screen.getByRole('link', { name: 'Upload a recording' }).getAttribute('href')).toBe('/upload');
  await screen.findByRole('table');
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

it('switches one thing and says the others as they are, and reads anew when accounts change', async () => {
  const { asked } = serve({ 'GET /api/assist': state(), 'PUT /api/assist/setting': { body: { emotions: true, voices: false, redact: true } }, 'GET /api/assist/results': log([]) });
  draw(<AssistSection />);
  expect(await screen.findByText(/Customers have to be told of this/)).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: /Emotions of customers/ }));
  await waitFor(() => expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ emotions: true, voices: false, redact: true }));
  const reads = () => asked.filter(({ key }) => key === 'GET /api/assist').length;
  await waitFor(() => expect(reads()).toBe(2));
  act(() => applyEvent('channelDataUpdated', { channel: {} }));
  await waitFor(() => expect(reads()).toBe(3), { timeout: 3_000 });
});

it('has recordings of calls listened to, and says what is forbidden', async () => {
  const { asked } = serve({ 'GET /api/assist': state(), 'PUT /api/assist/setting': { body: { emotions: false, voices: true, redact: true } }, 'GET /api/assist/results': log([]) });
  draw(<AssistSection />);
  expect(await screen.findByText(/reading employees' emotions is forbidden/)).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: /^Listen to recordings of calls/ }));
  await waitFor(() => expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ emotions: false, voices: true, redact: true }));
});

it('tells what was asked, page by page', async () => {
  const first = Array.from({ length: 50 }, (_, at) => anAssistResult({ id: 100 - at }));
  serve({
    'GET /api/assist': state(),
    'GET /api/assist/results': ({ url }) => log(url.searchParams.get('before') === '51' ? [anAssistResult({ id: 3, task: 'anchor', asked_by: '', ticket_id: null, outside: true, outcome: 'timeout', feedback: null })] : first),
  });
  draw(<AssistSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(52));
  const cells = (row: HTMLElement | undefined) => within(row ?? document.body).getAllByRole('cell').map(({ textContent }) => textContent);
  const rows = screen.getAllByRole('row');
  expect(cells(rows[1]).slice(1)).toEqual(['Suggested answer agent1', '#7', 'Local helper assist-local 1.0.0', 'No', '420', '2', '35 ms', 'Answered', 'Changed']);
  expect(cells(rows[51]).slice(1)).toEqual(['What matters most by itself', '–', 'Local helper assist-local 1.0.0', 'Yes', '420', '2', '35 ms', 'Took too long', '–']);
  expect(within(rows[1] ?? document.body).getByRole('link').getAttribute('href')).toBe('/ticket/1000000007');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('says when nothing was asked, and when it could not be loaded', async () => {
  let tries = 0;
  serve({ 'GET /api/assist': state(), 'GET /api/assist/results': () => ((tries += 1) === 1 ? { status: 500, body: {} } : log([])) });
  draw(<AssistSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing was asked yet')).toBeTruthy();
});

it('is for admins, and asks nothing for others', () => {
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  const { asked } = serve({});
  draw(<AssistSection />);
  expect(screen.getByText('You do not have the permission for this section')).toBeTruthy();
  expect(asked).toEqual([]);
});
