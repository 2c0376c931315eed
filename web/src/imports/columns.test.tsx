import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { dropDrafts } from '../ui/useDraft';
import { aDetail, anImport, COLUMNS, NO_COUNTS, TICKET_FIELDS } from './builders';
import { ImportsSection } from './ImportsSection';
import { browserZone } from './model';
import type { ImportDetail, ImportSettings } from './types';

const READ = 'GET /api/imports/1';
const SAVE = 'PUT /api/imports/1';
const CHECK = 'POST /api/imports/1/check';
const START = 'POST /api/imports/1/start';
const CHECKED = { state: 'checked', done: 1000, started_at: 5, ended_at: 6, counts: { ...NO_COUNTS, created: 998, refused: 2 } } as const;

beforeEach(() => {
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
  setTimezone('UTC');
  dropDrafts();
});

async function open(detail: ImportDetail, routes: Parameters<typeof serve>[0] = {}) {
  const core = serve({ 'GET /api/imports': { body: { imports: [detail.import] } }, [READ]: { body: detail }, 'GET /api/imports/1/refusals': { body: { refusals: [], more: false } }, ...routes });
  draw(<ImportsSection />);
  await userEvent.click(await screen.findByRole('button', { name: /^customers\.csv/ }));
  await screen.findByRole('table', { name: 'Columns' });
  return { asked: (key: string) => core.asked.filter((call) => call.key === key), user: userEvent.setup() };
}

/** Waits for a step whose heading has the focus. */
async function focusedHeading(name: string): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name })));
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('shows each column with its first values and its field, and what others have taken', async () => {
  await open(aDetail());
  await focusedHeading('Match columns');
  const [, ...rows] = within(screen.getByRole('table', { name: 'Columns' })).getAllByRole('row');
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Full name', 'Mail', 'Shoe size']);
  expect(within(rows[0] as HTMLElement).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Aisyah', 'Ben', 'Chong']);
  expect(within(rows[2] as HTMLElement).getByText('No values')).toBeTruthy();
  expect([select('Field for Full name').value, select('Field for Mail').value, select('Field for Shoe size').value]).toEqual(['name', 'email', '']);
  const options = [...select('Field for Shoe size').options].map(({ label, textContent, disabled }) => [label || textContent, disabled]);
  expect(options).toEqual([
    ['Leave out', false],
    ['External ID', false],
    ['Name (used by Full name)', true],
    ['Email (used by Mail)', true],
    ['Phone', false],
  ]);
});

it('names what is required and not chosen, by words of the desk', async () => {
  const { user } = await open(aDetail());
  expect(screen.queryByText(/Required field/)).toBeNull();
  await user.selectOptions(select('Field for Mail'), 'Leave out');
  expect(screen.getByText('Required field not chosen: External ID, Email, or Phone')).toBeTruthy();
  await user.selectOptions(select('Field for Shoe size'), 'Phone');
  expect(screen.queryByText(/Required field/)).toBeNull();
});

it('has no choice of known contacts for tickets, and names custom fields', async () => {
  const columns = [
    { name: 'Subject', samples: ['Hello'], field: 'title' },
    { name: 'Tags', samples: ['a;b'], field: 'labels' },
    { name: 'Order', samples: ['7'], field: 'field:7' },
  ];
  await open(aDetail({ kind: 'tickets' }, { columns, fields: TICKET_FIELDS }));
  expect(screen.queryByLabelText('Existing contacts')).toBeNull();
  expect(select('Field for Order').selectedOptions[0]?.textContent).toBe('Order number');
  expect(screen.getByText('Several values are divided by ; or ,')).toBeTruthy();
  expect(screen.getByText('Required field not chosen: Contact name, Contact email, or Contact phone')).toBeTruthy();
});

it('refuses a field twice at the later column, without asking the server', async () => {
  const twice = COLUMNS.map((column) => ({ ...column, field: 'email' }));
  const { asked, user } = await open(aDetail({}, { columns: twice }));
  await user.click(button('Check the file'));
  expect(screen.getAllByText('Email is already used by Full name. Choose another field or leave one column out.')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(select('Field for Mail')));
  expect(select('Field for Full name').getAttribute('aria-invalid')).not.toBe('true');
  expect(asked(SAVE)).toEqual([]);
});

it('puts what the server refuses at its row, and keeps what was chosen', async () => {
  const { asked, user } = await open(aDetail(), {
    [SAVE]: { status: 422, body: { error: { code: 'invalid', message: 'Check the columns.', fields: { 'fields.1': 'Email is filled twice.', fields: 'Nothing says who it is.' } } } },
  });
  await user.selectOptions(select('Field for Shoe size'), 'Phone');
  await user.click(button('Check the file'));
  expect(await screen.findByText('Email is filled twice.')).toBeTruthy();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Nothing says who it is.', 'Check the columns.']);
  expect(select('Field for Mail').getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(select('Field for Mail')));
  expect(select('Field for Shoe size').value).toBe('phone');
  expect(asked(CHECK)).toEqual([]);
});

it('saves what was chosen, checks, and says that nothing was written', async () => {
  const saved: ImportSettings = { fields: ['name', 'email', 'phone'], known: 'overwrite', date_order: 'dmy', timezone: browserZone() };
  const columns = COLUMNS.map((column, at) => ({ ...column, field: saved.fields[at] ?? '' }));
  const { asked, user } = await open(aDetail(), {
    [SAVE]: { body: aDetail({ known: 'overwrite', date_order: 'dmy' }, { columns }) },
    [CHECK]: { body: anImport({ state: 'checking', started_at: 5 }) },
  });
  await user.selectOptions(select('Field for Shoe size'), 'Phone');
  await user.selectOptions(select('Existing contacts'), 'Replace with values from the file');
  await user.selectOptions(select('Order of dates'), 'Day, month, year');
  await user.click(button('Check the file'));
  await focusedHeading('Checking the file');
  expect(asked(SAVE).map(({ body }) => body)).toEqual([saved]);
  expect(asked(CHECK)).toHaveLength(1);
  expect(screen.queryByRole('table', { name: 'Columns' })).toBeNull();

  act(() => applyEvent('importChanged', { import: anImport({ ...CHECKED, known: 'overwrite', date_order: 'dmy', timezone: saved.timezone }) }));
  await focusedHeading('Check finished');
  expect(screen.getByText(/^Nothing has been written yet\. 1,000 rows were checked/)).toBeTruthy();
  expect(screen.getByText('New').nextElementSibling?.textContent).toBe('998');
  expect(select('Field for Shoe size').value).toBe('phone');
  expect(select('Existing contacts').value).toBe('overwrite');
  expect(button('Import 998 rows').disabled).toBe(false);
});

it('lets nothing be imported that was changed after its check', async () => {
  const { asked, user } = await open(aDetail(CHECKED), { [START]: { body: anImport({ ...CHECKED, state: 'running', done: 0, counts: NO_COUNTS }) } });
  expect(button('Import 998 rows').disabled).toBe(false);
  await user.selectOptions(select('Field for Shoe size'), 'Phone');
  expect(button('Import 998 rows').disabled).toBe(true);
  expect(screen.getByText('Check the file again to import it with these changes.')).toBeTruthy();
  await user.selectOptions(select('Field for Shoe size'), 'Leave out');
  await user.click(button('Import 998 rows'));
  await focusedHeading('Importing');
  expect(asked(START)).toHaveLength(1);
  expect(asked(SAVE)).toEqual([]);
});

it('offers no import where a check refused every row', async () => {
  await open(aDetail({ ...CHECKED, rows: 1, counts: { ...NO_COUNTS, refused: 1 } }));
  expect(button('Import 0 rows').disabled).toBe(true);
  expect(screen.getByText('Every row was refused. Change the columns, or correct the file and import it again.')).toBeTruthy();
});

it('says why an import does not begin, and looks at what it is now', async () => {
  let detail = aDetail(CHECKED);
  const { user } = await open(detail, {
    [READ]: () => ({ body: detail }),
    [START]: () => {
      detail = aDetail({ ...CHECKED, state: 'done' });
      return { status: 409, body: { error: { code: 'conflict', message: 'It is imported already.' } } };
    },
  });
  await user.click(button('Import 998 rows'));
  expect((await screen.findByText('It is imported already.')).closest('[role=alert]')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Import finished' })).toBeTruthy();
});

it('keeps what was chosen for whoever leaves the page and comes back', async () => {
  const { user } = await open(aDetail());
  await user.selectOptions(select('Field for Shoe size'), 'Phone');
  await user.click(button('All imports'));
  await user.click(await screen.findByRole('button', { name: /^customers\.csv/ }));
  await waitFor(() => expect(select('Field for Shoe size').value).toBe('phone'));
});
