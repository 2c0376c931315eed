import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import type { Session } from '../session/model';
import { useSession } from '../session/store';
import { setTimezone } from '../ui/dates';
import { AuditSection } from './AuditSection';
import { changesOf, type AuditEntry } from './model';

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: Date.parse('2026-03-04T09:05:00Z'),
  user_id: 1,
  actor: 'admin',
  address: '127.0.0.1',
  action: 'channel_changed',
  subject_kind: 'channel',
  subject_id: '4',
  subject: `Shop ${id}`,
  changes: { name: { from: 'Old', to: 'New' } },
  ...more,
});

beforeEach(() => {
  setTimezone('UTC');
  useSession.setState({ phase: 'in', session: { isAdmin: true } as Session });
});

/** Serves pages, and remembers the queries. */
function log(pages: { data: AuditEntry[]; more: boolean }[]) {
  const queries: string[] = [];
  serve({
    'GET /api/audit': ({ url }) => {
      queries.push(url.search);
      return { body: pages[Math.min(queries.length, pages.length) - 1] };
    },
  });
  draw(<AuditSection />);
  return queries;
}

it('tells who did what, what is different, and goes on with older entries', async () => {
  const queries = log([
    { data: [entry(9)], more: true },
    { data: [entry(8, { actor: 'Patchbay', address: '', action: 'plugin_rolled_back', changes: {} })], more: false },
  ]);
  expect(await screen.findByText('Shop 9')).toBeTruthy();
  expect(screen.getByText('Changed a channel', { selector: 'b' })).toBeTruthy();
  expect(screen.getByText('04/03/2026 09:05')).toBeTruthy();
  expect(screen.getByText('admin from 127.0.0.1')).toBeTruthy();
  expect(screen.getByText('Name: Old → New')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Older entries' }));
  expect(await screen.findByText('Patchbay')).toBeTruthy();
  expect(queries).toEqual(['', '?before=9']);
  expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull();
});

it('filters by who, what and when, and exports the same', async () => {
  const user = userEvent.setup();
  const queries = log([
    { data: [entry(9)], more: false },
    { data: [], more: false },
  ]);
  await screen.findByText('Shop 9');
  await user.type(screen.getByLabelText('Who'), 'mei');
  await user.selectOptions(screen.getByLabelText('What'), 'Saved labels');
  await user.type(screen.getByLabelText('From'), '2026-03-01');
  await user.type(screen.getByLabelText('Until'), '2026-03-04');
  const from = Date.parse('2026-03-01T00:00:00Z');
  const until = Date.parse('2026-03-05T00:00:00Z');
  const query = `who=mei&action=labels_saved&from=${from}&until=${until}`;
  await waitFor(() => expect(queries.at(-1)).toBe(`?${query}`));
  expect(await screen.findByText('No entries fit')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toBe(`/api/audit/export?${query}`);
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(queries.at(-1)).toBe(''));
});

it('says so when there is nothing, when it does not load, and when it is not for this person', async () => {
  serve({ 'GET /api/audit': { body: { data: [], more: false } } });
  const first = draw(<AuditSection />);
  expect(await screen.findByText('Nothing was changed yet')).toBeTruthy();
  first.unmount();

  serve({ 'GET /api/audit': { status: 503, body: {} } });
  const second = draw(<AuditSection />);
  expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy();
  second.unmount();

  useSession.setState({ session: { isAdmin: false } as Session });
  const { asked } = serve({});
  draw(<AuditSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('puts changes into words', () => {
  const changes = changesOf(entry(1, { changes: { saved: [{ id: 1, name: 'Refund' }, { name: 'Later' }], deleted: [], rank: { from: null, to: 5 } } }));
  expect(changes).toEqual([
    { name: 'saved', from: null, to: 'Refund, Later' },
    { name: 'rank', from: '', to: '5' },
  ]);
  const then = [{ do: 'status', value: '3' }, { do: 'note', value: '', to: null }];
  expect(changesOf(entry(1, { changes: { then } }))).toEqual([{ name: 'then', from: null, to: 'status 3, note' }]);
});
