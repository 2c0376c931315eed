import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import * as client from '../api/client';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { Problem } from '../api/problem';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { dropDrafts } from '../ui/useDraft';
import { EntryDialog } from './EntryDialog';
import { FormsSection } from './FormsSection';
import { bodyOf, EMPTY, keep, keyFor, readKept, type TicketForm } from './model';
import { useEntry } from './open';
import { useEntryForm } from './useEntryForm';
import { openByHand } from './openFor';

const aForm = (over: Partial<TicketForm>): TicketForm => ({
  id: 1,
  name: 'Website',
  title: '',
  intro: '',
  department_id: null,
  required: ['email'],
  active: true,
  created_by: 'admin',
  created_at: 0,
  last_used_at: null,
  uses: 0,
  url: 'https://desk.example/new_ticket/abc',
  ...over,
});

const NOTHING_KNOWN = {
  'GET /api/contacts/list': { body: { data: [{ id: 7, name: 'Mei', email: 'mei@shop.example', phone: '' }], total: 1, more: false } },
  'GET /api/department2/-': { body: [] },
  'GET /api/label/get': { body: [] },
  'GET /api/agent/-': { body: [] },
};

beforeEach(() => {
  localStorage.clear();
  dropDrafts();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('sends the same word again for the same content, and a new one for other content', () => {
  const first = keyFor(null, EMPTY, []);
  expect(keyFor(first, EMPTY, []).key).toBe(first.key);
  expect(keyFor(first, { ...EMPTY, message: 'x' }, []).key).not.toBe(first.key);
  expect(keyFor(first, EMPTY, [new File(['x'], 'a.txt')]).key).not.toBe(first.key);
});

it('sends a contact that was picked, or who was written down', () => {
  const typed = bodyOf({ ...EMPTY, name: ' Mei ', message: 'Hi', labels: ['1', '2'], assignees: ['agent1'] }, [], 'k');
  expect([typed.get('name'), typed.get('contact_id'), typed.get('labels'), typed.get('assignee')]).toEqual(['Mei', null, '1,2', 'agent1']);
  const picked = bodyOf({ ...EMPTY, picked: { id: 7, name: 'Mei', email: '', phone: '' } }, [new File(['x'], 'a.txt')], 'k');
  expect([picked.get('name'), picked.get('contact_id')]).toEqual([null, '7']);
  expect([...picked.keys()].at(-1)).toBe('attachment[]');
});

it('says what is missing and keeps what was entered over the window', async () => {
  serve(NOTHING_KNOWN);
  openByHand();
  const shown = draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter ticket' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Or a new customer's name/), 'Mei');
  shown.unmount();
  openByHand();
  draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Or a new customer's name/)).value).toBe('Mei');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Or a new customer's name/).value).toBe('');
  expect(localStorage.length).toBe(0);
});

it('leaves the focus where somebody types until it is sent again', async () => {
  serve(NOTHING_KNOWN);
  openByHand();
  draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter ticket' }));
  const [name, message] = [screen.getByLabelText(/^Or a new customer's name/), screen.getByLabelText<HTMLTextAreaElement>(/^Message/)];
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.type(message, 'Hello');
  expect(message.value).toBe('Hello');
  expect(document.activeElement).toBe(message);
  await user.click(screen.getByRole('button', { name: 'Enter ticket' }));
  await waitFor(() => expect(document.activeElement).toBe(name));
});

it('stays open and as it is while it is on its way', async () => {
  let answer: (value: { status: number; body: unknown }) => void = () => undefined;
  const sending = vi.spyOn(client, 'upload').mockImplementation(() => new Promise<never>((_, reject) => (answer = ({ status }) => reject(new Problem('unavailable', status, 'Away.')))));
  serve(NOTHING_KNOWN);
  openByHand();
  draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  const user = userEvent.setup();
  const name = await screen.findByLabelText<HTMLInputElement>(/^Or a new customer's name/);
  await user.type(name, 'Mei');
  await user.type(screen.getByLabelText(/^Message/), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Enter ticket' }));
  await waitFor(() => expect(sending).toHaveBeenCalled());
  await user.type(name, ' Ling');
  await user.keyboard('{Escape}');
  expect(name.value).toBe('Mei');
  expect(useEntry.getState().window).toBe('open');
  act(() => answer({ status: 503, body: {} }));
  await waitFor(() => expect(useEntry.getState().held).toBe(false));
  await user.type(name, ' Ling');
  expect(name.value).toBe('Mei Ling');
  sending.mockRestore();
});

it('lets go of a department and a label that are there no longer', async () => {
  keep('agent1', { draft: { ...EMPTY, message: 'Hi', department: '3', labels: ['5', '6'] }, tried: null });
  useDepartments.setState({ phase: 'idle', departments: [] });
  useLabels.setState({ phase: 'idle', labels: [] });
  serve({ ...NOTHING_KNOWN, 'GET /api/label/get': { body: [{ id: 6, name: 'Urgent', color: '#ff0000', deleted: false }] } });
  openByHand();
  draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  await waitFor(() => expect(readKept('agent1').draft).toMatchObject({ message: 'Hi', department: null, labels: ['6'] }));
});

it('says so when more files are chosen than go along', () => {
  const { result } = renderHook(() => useEntryForm());
  act(() => result.current.setFiles(Array.from({ length: 21 }, (_, at) => new File(['x'], `${at}.txt`))));
  expect(result.current.files).toHaveLength(20);
  expect(result.current.faults['attachment']).toBe('At most 20 files can be attached; the others were left out.');
  act(() => result.current.setFiles([]));
  expect(result.current.faults['attachment']).toBeUndefined();
});

it('offers no contacts to whom they are hidden from', async () => {
  const { asked } = serve(NOTHING_KNOWN);
  const session = sessionFrom(SESSION_ANSWER);
  useSession.setState({ session: { ...session, isAdmin: false, permissions: { ...session.permissions, hide_contacts: true } } });
  openByHand();
  draw(<EntryDialog onOpen={vi.fn()} Message={() => null} />);
  expect(await screen.findByLabelText(/^Name/)).toBeTruthy();
  expect(screen.queryByLabelText('Find a contact')).toBeNull();
  expect(asked.filter((call) => call.key.includes('contacts'))).toEqual([]);
});

it('makes a form and shows its link', async () => {
  let made = false;
  const core = serve({
    'GET /api/department2/-': { body: [] },
    'GET /api/ticket-forms': () => ({ body: made ? [aForm({})] : [] }),
    'POST /api/ticket-forms': () => {
      made = true;
      return { status: 201, body: aForm({}) };
    },
  });
  draw(<FormsSection />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New form' }));
  await user.type(screen.getByLabelText('Name'), 'Website');
  await user.click(screen.getByRole('checkbox', { name: 'Phone' }));
  await user.click(screen.getByRole('button', { name: 'Make form' }));
  await user.click(await screen.findByRole('button', { name: /^Website/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Link for customers').value).toBe('https://desk.example/new_ticket/abc');
  await waitFor(() =>
    expect(core.asked.find((call) => call.key.startsWith('POST'))?.body).toMatchObject({
      name: 'Website',
      required: ['email', 'phone'],
      active: true,
      department_id: null,
    }),
  );
});

it('says so when forms do not load, and when they are not for this person', async () => {
  serve({ 'GET /api/ticket-forms': { status: 500, body: {} }, 'GET /api/department2/-': { body: [] } });
  const shown = draw(<FormsSection />);
  expect(await screen.findByText('The forms could not be loaded')).toBeTruthy();
  shown.unmount();
  useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false } });
  draw(<FormsSection />);
  expect(screen.getByText('This place is for admins')).toBeTruthy();
});
