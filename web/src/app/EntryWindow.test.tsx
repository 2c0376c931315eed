import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { openEntry, useEntry } from '../entry/open';
import { openByHand, openMessage } from '../entry/openFor';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { DialogWindow } from '../ui/DialogWindow';
import { EntryWindow } from './EntryWindow';

const MAIL = { channel_id: 1, channel: 'EMAIL', name: 'Shop mail', starts: 'email', addresses: [], ticket_number: null, window: null, send: { cc: true, subject: true } };
const onOpen = vi.fn();

function open(channels: readonly unknown[]) {
  const core = serve({
    'GET /api/conversations/channels': { body: { data: channels } },
    'POST /api/conversations': { body: { result: 'success', ticket_id: 4, ticket_number: 12, continued: true, data: {} } },
    'GET /api/contacts/list': { body: { data: [], total: 0, more: false } },
    'GET /api/department2/-': { body: [] },
    'GET /api/label/get': { body: [] },
    'GET /api/agent/-': { body: [] },
  });
  draw(
    <>
      <EntryWindow onOpen={onOpen} />
      <DialogWindow />
    </>,
  );
  return core;
}

const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

beforeEach(() => {
  localStorage.clear();
  onOpen.mockClear();
  useEntry.setState({ window: 'never', kind: 'message', to: null, held: false });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

it('writes a message first, and enters a ticket for whom switches', async () => {
  openEntry();
  open([MAIL]);
  expect(await screen.findByRole('dialog', { name: 'New message' })).toBeTruthy();
  await box();
  await userEvent.click(screen.getByRole('radio', { name: 'Ticket by hand' }));
  expect(await screen.findByRole('dialog', { name: 'New ticket' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enter ticket' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'New message' }));
  expect(await box()).toBeTruthy();
});

it('enters a ticket where no channel can start a conversation, says why, and keeps to what somebody chooses', async () => {
  openEntry();
  open([]);
  expect(await screen.findByRole('button', { name: 'Enter ticket' })).toBeTruthy();
  expect(screen.getByText('No channel can start a conversation. Ask an admin to connect Email or SMS.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'New message' }));
  expect(await screen.findByRole('combobox', { name: 'Find a contact' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enter ticket' })).toBeNull();
});

it('opens with the ticket where that was asked for', async () => {
  openByHand();
  open([MAIL]);
  expect(await screen.findByRole('button', { name: 'Enter ticket' })).toBeTruthy();
});

it('is a message and nothing else for a contact', async () => {
  openMessage({ id: 7, name: 'Mei', email: 'mei@shop.example', phone: '' });
  open([MAIL]);
  expect(await screen.findByRole('dialog', { name: 'Write to Mei' })).toBeTruthy();
  await box();
  expect(screen.queryByRole('radio', { name: 'Ticket by hand' })).toBeNull();
});

it('closes at once while nothing is written, and asks when something is', async () => {
  openEntry();
  open([MAIL]);
  await box();
  await userEvent.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(useEntry.getState().window).toBe('closed'));
  act(() => openEntry());
  fireEvent.change(await box(), { target: { value: 'Hello' } });
  (await box()).focus();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Close without sending?')).toBeTruthy();
  expect(useEntry.getState().window).toBe('open');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await box()).value).toBe('Hello');
  (await box()).focus();
  await userEvent.keyboard('{Escape}');
  const asked = await screen.findByRole('dialog', { name: 'Close without sending?' });
  await userEvent.click([...asked.querySelectorAll('button')].filter((one) => one.textContent === 'Close').at(-1) as HTMLElement);
  await waitFor(() => expect(useEntry.getState().window).toBe('closed'));
  act(() => openEntry());
  expect((await box()).value).toBe('Hello');
});

it('goes to the ticket when it was sent', async () => {
  openMessage({ id: 7, name: 'Mei', email: 'mei@shop.example', phone: '' });
  open([{ ...MAIL, addresses: ['mei@shop.example'] }]);
  fireEvent.change(await box(), { target: { value: 'Hello' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Hi' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(12));
  expect(useEntry.getState().window).toBe('closed');
});
