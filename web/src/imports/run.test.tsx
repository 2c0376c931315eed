import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { aDetail, anImport, NO_COUNTS } from './builders';
import { ImportsSection } from './ImportsSection';
import type { Import } from './types';

const START = 'POST /api/imports/1/start';
const CANCEL = 'POST /api/imports/1/cancel';
const REFUSALS = 'GET /api/imports/1/refusals';
const RUNNING = { state: 'running', started_at: 5 } as const;

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  setTimezone('UTC');
  dropDrafts();
});
afterEach(() => useDialog.setState({ dialog: null, open: false }));

async function open(now: Partial<Import>, routes: Parameters<typeof serve>[0] = {}) {
  const detail = aDetail(now);
  const core = serve({ 'GET /api/imports': { body: { imports: [detail.import] } }, 'GET /api/imports/1': { body: detail }, ...routes });
  const view = draw(<ImportsSection />);
  await userEvent.click(await screen.findByRole('button', { name: /^customers\.csv/ }));
  await screen.findByText(/UTF-8/);
  return { asked: (key: string) => core.asked.filter((call) => call.key === key), user: userEvent.setup(), view };
}

/** An event of the socket; the cache tells its screens of it in the next turn of the loop. */
async function tell(over: Partial<Import>): Promise<void> {
  await act(async () => {
    applyEvent('importChanged', { import: anImport(over) });
    await new Promise((resolve) => setTimeout(resolve));
  });
}
const figures = () => screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
const said = () => screen.getByRole('status').textContent;
/** Waits for a step whose heading has the focus. */
async function focusedHeading(name: string): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name })));
}
const heading = (name: string) => screen.findByRole('heading', { level: 3, name });

it('shows how far an import is as the socket tells it, and says each tenth', async () => {
  const { view } = await open(RUNNING);
  await focusedHeading('Importing');
  const bar = screen.getByRole('progressbar', { name: 'Progress of the import' });
  expect([bar.getAttribute('aria-valuenow'), said()]).toEqual(['0', '']);

  await tell({ ...RUNNING, done: 95, counts: { created: 90, updated: 3, unchanged: 1, refused: 1 } });
  expect([bar.getAttribute('aria-valuenow'), said()]).toEqual(['9', '']);
  expect(screen.getByText('95 of 1,000 rows')).toBeTruthy();
  expect(figures()).toEqual(['Created 90', 'Updated 3', 'Unchanged 1', 'Refused 1']);
  await tell({ ...RUNNING, done: 120 });
  expect([bar.getAttribute('aria-valuenow'), said()]).toEqual(['12', '10% imported']);
  await tell({ ...RUNNING, done: 190 });
  expect([bar.getAttribute('aria-valuenow'), said()]).toEqual(['19', '10% imported']);
  await tell({ ...RUNNING, id: 2, done: 900 });
  expect(bar.getAttribute('aria-valuenow')).toBe('19');

  // It is left, and found again where it is now.
  view.unmount();
  serve({ 'GET /api/imports/1': { body: aDetail({ ...RUNNING, done: 500 }) } });
  draw(<ImportsSection />);
  await waitFor(() => expect(said()).toBe('50% imported'));
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await tell({ ...RUNNING, state: 'done', done: 1000, ended_at: 9, counts: { ...NO_COUNTS, created: 1000 } });
  await focusedHeading('Import finished');
  expect(screen.getByText('1,000 rows were read.')).toBeTruthy();
  expect(figures()).toEqual(['Created 1,000', 'Updated 0', 'Unchanged 0', 'Refused 0']);
  expect(screen.queryByRole('table')).toBeNull();
});

it('leaves the focus where it is while somebody is elsewhere', async () => {
  await open(RUNNING);
  const back = screen.getByRole('button', { name: 'All imports' });
  back.focus();
  await tell({ ...RUNNING, state: 'done', done: 1000 });
  await heading('Import finished');
  expect(document.activeElement).toBe(back);
});

it('takes what the socket told for newer than an answer that was on its way', async () => {
  const cancelled = anImport({ ...RUNNING, state: 'cancelled', done: 300 });
  let answer = (): void => undefined;
  const { user } = await open(RUNNING, {
    [CANCEL]: () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: { ...cancelled, done: 200 } });
      }),
  });
  const button = screen.getByRole('button', { name: 'Cancel', description: 'The import stops. Rows imported so far stay, and you can go on later.' });
  await user.click(button);
  await tell({ ...cancelled });
  await act(async () => {
    answer();
    await Promise.resolve();
  });
  expect(await screen.findByText('Stopped after 300 of 1,000 rows. What was imported stays. Go on to import the rest.')).toBeTruthy();
});

it('cancels an import, and goes on with it', async () => {
  const { asked, user } = await open(
    { ...RUNNING, done: 300 },
    {
      [CANCEL]: { body: anImport({ ...RUNNING, state: 'cancelled', done: 300, counts: { ...NO_COUNTS, created: 300 } }) },
      [START]: { body: anImport({ ...RUNNING, done: 300, counts: { ...NO_COUNTS, created: 300 } }) },
    },
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await focusedHeading('Import cancelled');
  expect(figures()[0]).toBe('Created 300');
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await focusedHeading('Importing');
  expect([asked(CANCEL).length, asked(START).length]).toEqual([1, 1]);
});

it('stops a check, after which the columns can be changed', async () => {
  const { user } = await open({ state: 'checking', done: 300, started_at: 5 }, { [CANCEL]: { body: anImport({ started_at: 5 }) } });
  expect(figures()[0]).toBe('New 0');
  await user.click(screen.getByRole('button', { name: 'Cancel', description: 'The check stops. Nothing has been written.' }));
  await focusedHeading('Match columns');
  expect(screen.getByRole('table', { name: 'Columns' })).toBeTruthy();
});

it('says why an import failed, and why it does not go on', async () => {
  const { user } = await open(
    { state: 'failed', done: 10, failure: 'The database could not be reached.' },
    { [START]: { status: 503, body: { error: { code: 'unavailable', message: 'Try again in a minute.' } } } },
  );
  expect(screen.getByText('The database could not be reached.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('Try again in a minute.')).toBeTruthy();
});

it('lists refused rows in pages, with the columns as they are called here', async () => {
  const pages: string[] = [];
  let isDown = false;
  const { user } = await open(
    { ...RUNNING, state: 'done', done: 1000, counts: { ...NO_COUNTS, created: 998, refused: 2 } },
    {
      [REFUSALS]: ({ url }) => {
        pages.push(url.search);
        if (isDown) return { status: 500, body: { error: { code: 'internal', message: 'The server failed.' } } };
        return url.search === ''
          ? { body: { refusals: [{ row: 4, field: 'email', reason: 'It is no address.', value: 'ben at shop' }], more: true } }
          : { body: { refusals: [{ row: 9, field: '', reason: 'Nothing says who it is.', value: '' }], more: false } };
      },
    },
  );
  const table = await screen.findByRole('table', { name: 'Refused rows' });
  const rows = () => within(table).getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent));
  expect(rows()).toEqual([['4', 'Email', 'It is no address.', 'ben at shop']]);
  isDown = true;
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('The server failed.')).toBeTruthy();
  expect(rows()).toHaveLength(1);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).toEqual([['4', 'Email', 'It is no address.', 'ben at shop'], ['9', '–', 'Nothing says who it is.', '–']]));
  expect(pages).toEqual(['', '?after=4', '?after=4']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Download refused rows' }).getAttribute('href')).toBe('/api/imports/1/refusals.csv');
});

it('deletes an import after asking, and goes back to the list', async () => {
  const { asked, user } = await open({ state: 'done' }, { 'DELETE /api/imports/1': { body: { result: 'success' } } });
  await user.click(screen.getByRole('button', { name: 'Delete import' }));
  expect(asked('DELETE /api/imports/1')).toEqual([]);
  act(() => useDialog.getState().dialog?.confirm?.run());
  expect(await heading('Imports')).toBeTruthy();
  expect(asked('DELETE /api/imports/1')).toHaveLength(1);
});

it('says where an import does not load, and reads it again', async () => {
  let status = 500;
  const { view } = await open({ state: 'done' });
  view.unmount();
  serve({ 'GET /api/imports/1': () => (status === 500 ? { status, body: {} } : { body: aDetail({ state: 'done' }) }) });
  draw(<ImportsSection />);
  expect(await screen.findByText('The import could not be loaded')).toBeTruthy();
  status = 200;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Import finished')).toBeTruthy();
});
