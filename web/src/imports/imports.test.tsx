import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { applyEvent, applyReload } from '../realtime/apply';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { aDetail, anImport, NO_COUNTS } from './builders';
import { ImportsSection } from './ImportsSection';
import { FILE_BYTES_MAX } from './model';

/** Stands in for the browser's request, whose progress fetch cannot tell. */
class UploadRequest {
  static sent: UploadRequest[] = [];
  upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  address = '';
  body: FormData | null = null;
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  setRequestHeader() {
    return undefined;
  }
  send(body: FormData) {
    this.body = body;
    UploadRequest.sent.push(this);
  }
  abort() {
    this.onabort?.();
  }
  progress(loaded: number) {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 }));
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload?.());
  }
}

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  useAgents.setState({ names: new Map([['mei', 'Mei Lin']]) });
  setTimezone('UTC');
  dropDrafts();
  UploadRequest.sent = [];
});
afterEach(() => useDialog.setState({ dialog: null, open: false }));

const LIST = 'GET /api/imports';
/** Waits for a step whose heading has the focus. */
async function focusedHeading(name: string): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name })));
}

async function chooseFile(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no field for a file');
  await userEvent.upload(input, file);
}
const csv = (bytes = 8) => {
  const file = new File(['a,b\n1,2\n'], 'customers.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};
async function openFileStep(): Promise<UploadRequest> {
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  await userEvent.click(screen.getByRole('button', { name: 'Import contacts' }));
  await chooseFile(csv());
  await waitFor(() => expect(UploadRequest.sent).toHaveLength(1));
  const [request] = UploadRequest.sent;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

it('lists former imports with what came of them, by whom and when', async () => {
  const counts = { created: 1200, updated: 3, unchanged: 4, refused: 2 };
  serve({
    [LIST]: {
      body: {
        imports: [
          anImport({ id: 3, kind: 'tickets', file_name: 'old desk.csv', state: 'running', rows: 200, done: 50, counts: { ...NO_COUNTS, created: 50 } }),
          anImport({ id: 2, state: 'done', rows: 1209, done: 1209, counts }),
          anImport({ id: 1, file_name: 'new.csv', rows: 1, created_by: 'gone' }),
        ],
      },
    },
  });
  draw(<ImportsSection />);
  const rows = within(await screen.findByRole('list', { name: 'Imports' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'old desk.csvImportingTickets · 200 rows · Mei Lin · 4/3/202625% · Created 50 · Updated 0 · Unchanged 0 · Refused 0',
    'customers.csvImportedContacts · 1,209 rows · Mei Lin · 4/3/2026Created 1,200 · Updated 3 · Unchanged 4 · Refused 2',
    'new.csvNot checkedContacts · 1 row · gone · 4/3/2026Match its columns and check the file',
  ]);
  expect(rows[0]?.title).toBe('04/03/2026 09:05');
  // What is under way cannot be deleted.
  expect(screen.queryByRole('button', { name: 'Delete old desk.csv' })).toBeNull();
  act(() => applyEvent('importChanged', { import: anImport({ id: 3, kind: 'tickets', file_name: 'old desk.csv', state: 'done', rows: 200, done: 200, counts: { ...NO_COUNTS, created: 200 } }) }));
  expect(await screen.findByText('Created 200 · Updated 0 · Unchanged 0 · Refused 0')).toBeTruthy();
  act(() => applyEvent('importChanged', { import: anImport({ id: 9, file_name: 'theirs.csv' }) }));
  await screen.findByText('theirs.csv');
  expect(within(screen.getByRole('list', { name: 'Imports' })).getAllByRole('listitem')[0]?.textContent).toContain('theirs.csv');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Contacts (CSV)', '/api/exports/contacts'],
    ['Tickets (CSV)', '/api/exports/tickets'],
  ]);
});

it('reads the list anew when too much was missed to be told', async () => {
  let imports = [anImport()];
  serve({ [LIST]: () => ({ body: { imports } }) });
  draw(<ImportsSection />);
  await screen.findByText('customers.csv');
  imports = [anImport({ file_name: 'other.csv' })];
  act(() => applyReload());
  expect(await screen.findByText('other.csv')).toBeTruthy();
});

it('deletes a former import after asking, and says why where it may not', async () => {
  let status = 409;
  const { asked } = serve({
    [LIST]: () => ({ body: { imports: status === 409 ? [anImport({ state: 'done' })] : [] } }),
    'DELETE /api/imports/1': () => ({ status, body: status === 409 ? { error: { code: 'conflict', message: 'It is running.' } } : { result: 'success' } }),
  });
  draw(<ImportsSection />);
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete customers.csv' }));
  await press();
  expect(useDialog.getState().dialog?.text).toBe('customers.csv and its list of refused rows are deleted. What was imported stays.');
  expect(asked.map(({ key }) => key)).toEqual([LIST]);
  act(() => useDialog.getState().dialog?.confirm?.run());
  await waitFor(() => expect(asked.map(({ key }) => key)).toEqual([LIST, 'DELETE /api/imports/1', LIST]));
  expect(screen.getByText('customers.csv')).toBeTruthy();
  status = 200;
  await press();
  act(() => useDialog.getState().dialog?.confirm?.run());
  expect(await screen.findByText('No imports yet')).toBeTruthy();
});

it('says when there are none, when they do not load, and when it is not for this person', async () => {
  serve({ [LIST]: { body: { imports: [] } } });
  const first = draw(<ImportsSection />);
  expect(await screen.findByText('No imports yet')).toBeTruthy();
  first.unmount();

  serve({ [LIST]: { status: 500, body: {} } });
  const second = draw(<ImportsSection />);
  expect(await screen.findByText('Imports could not be loaded')).toBeTruthy();
  serve({ [LIST]: { body: { imports: [anImport()] } } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('customers.csv')).toBeTruthy();
  second.unmount();

  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<ImportsSection />);
  expect(screen.getByText('You need admin access')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(asked).toEqual([]);
});

it('takes a file up with its progress, and goes on with its columns', async () => {
  serve({ [LIST]: { body: { imports: [] } }, 'GET /api/imports/1': { body: aDetail() } });
  draw(<ImportsSection />);
  await screen.findByText('No imports yet');
  const request = await openFileStep();
  expect(request.address).toBe('POST /api/imports?kind=contacts');
  expect((request.body?.get('file') as File).name).toBe('customers.csv');
  expect(screen.getByRole('link', { name: 'Download template (CSV)' }).getAttribute('href')).toBe('/api/imports/templates/contacts');
  const bar = screen.getByRole('progressbar', { name: 'Upload of customers.csv' });
  expect([bar.getAttribute('aria-valuenow'), screen.getByText('Uploading').textContent]).toEqual(['0', 'Uploading']);
  request.progress(40);
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  request.progress(100);
  expect(screen.getByText('Reading the file')).toBeTruthy();
  request.answer(201, aDetail());
  await focusedHeading('Match columns');
  await userEvent.click(screen.getByRole('button', { name: 'All imports' }));
  await focusedHeading('Imports');
});

it('says why a file is not taken, and lets another be chosen', async () => {
  serve({ [LIST]: { body: { imports: [] } } });
  draw(<ImportsSection />);
  const request = await openFileStep();
  expect(screen.getByRole('button', { name: 'Choose file' })).toHaveProperty('disabled', true);
  request.answer(422, { error: { code: 'invalid', message: 'The column “Mail” stands twice in the head.' } });
  expect((await screen.findByRole('alert')).textContent).toBe('The file was not acceptedThe column “Mail” stands twice in the head.');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose file' })).toHaveProperty('disabled', false);

  await chooseFile(csv(FILE_BYTES_MAX + 1));
  expect(await screen.findByText('The file is larger than 25 MB. Split it into smaller files.')).toBeTruthy();
  expect(UploadRequest.sent).toHaveLength(1);
});

it('stops an upload where it is', async () => {
  serve({ [LIST]: { body: { imports: [] } } });
  draw(<ImportsSection />);
  await openFileStep();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
