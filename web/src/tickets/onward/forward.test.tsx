import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useDialog } from '../../ui/dialog';
import { dropDrafts } from '../../ui/useDraft';
import { ForwardDialog } from './ForwardDialog';

/** The list of what was chosen has the field's name as well. */
const FIELD = { selector: 'input:not([type=hidden])' };
const FORWARD = 'POST /api/tickets/1/forward';
const made = { result: 'success', ticket_id: 9, ticket_number: '1009' };
const file = { id: 3, url: '/x', mime: 'text/plain', filename: 'x.txt', size: 1, kind: 'document', inline: false };

beforeEach(() => {
  dropDrafts();
  localStorage.clear();
});

it('sends a message with its words and files once, also over a second try', async () => {
  let broken = true;
  const { asked } = serve({
    [FORWARD]: () => (broken ? { status: 503, body: {} } : { body: made }),
  });
  const onClose = vi.fn();
  draw(<ForwardDialog info={anInfo()} message={aMessage({ id: 7, attachments: [file] as never })} onClose={onClose} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('To', FIELD), 'a@supplier.example{Enter}');
  await user.type(screen.getByLabelText('Cc', FIELD), 'b@supplier.example{Enter}');
  await user.type(screen.getByLabelText('What you write above it'), 'Please look.');
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const bodies = asked.filter((call) => call.key === FORWARD).map((call) => call.body as Record<string, unknown>);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[1]).toMatchObject({
    message_id: 7,
    to: ['a@supplier.example'],
    cc: ['b@supplier.example'],
    text: 'Please look.',
    files: true,
  });
  expect(bodies[1]?.['queue_id']).toMatch(/^queue-/);
});

it('asks nobody while an address is missing or wrong, and shows what the server says of one', async () => {
  const refused = { status: 422, body: { error: { code: 'invalid', message: 'Check.', fields: { to: 'Too many.' } } } };
  const { asked } = serve({ [FORWARD]: refused });
  draw(<ForwardDialog info={anInfo()} message={null} onClose={() => undefined} />);
  expect(await screen.findByText('Forward the whole conversation')).toBeTruthy();
  expect(screen.queryByLabelText('With the files')).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect(screen.getByText('Give an email address.')).toBeTruthy();
  await user.type(screen.getByLabelText('To', FIELD), 'nobody{Enter}');
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect(screen.getByText('Please check the email address. nobody')).toBeTruthy();
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText('To', FIELD), '{Backspace}a@x.example{Enter}');
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect(await screen.findByText('Too many.')).toBeTruthy();
  expect(asked).toHaveLength(1);
});

it('says why there is nothing to forward by', async () => {
  const none = { status: 409, body: { error: { code: 'conflict', message: 'There is no channel for mail.' } } };
  serve({ [FORWARD]: none });
  draw(<ForwardDialog info={anInfo()} message={aMessage({ id: 7 })} onClose={() => undefined} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('To', FIELD), 'a@x.example{Enter}');
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  expect((await screen.findByRole('alert')).textContent).toBe('There is no channel for mail.');
});

it('keeps what was typed over closing and a reload, until it is sent or thrown away', async () => {
  serve({ [FORWARD]: { body: made } });
  const onClose = vi.fn();
  const open = () => draw(<ForwardDialog info={anInfo()} message={aMessage({ id: 7 })} onClose={onClose} />);
  const words = () => screen.findByLabelText<HTMLTextAreaElement>('What you write above it');
  const user = userEvent.setup();
  const first = open();
  await user.type(await screen.findByLabelText('To', FIELD), 'a@supplier.example{Enter}');
  await user.type(await words(), 'Please look.');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  first.unmount();
  // A page that is loaded anew remembers nothing but what the browser kept.
  dropDrafts();
  const second = open();
  expect((await words()).value).toBe('Please look.');
  expect(screen.getByText('a@supplier.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Forward' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  second.unmount();
  const third = open();
  expect((await words()).value).toBe('');
  await user.type(await words(), 'No');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // It asks first.
  expect(onClose).toHaveBeenCalledTimes(2);
  act(() => useDialog.getState().dialog?.confirm?.run());
  expect(onClose).toHaveBeenCalledTimes(3);
  third.unmount();
  dropDrafts();
  open();
  expect((await words()).value).toBe('');
});

it('closes with one press of Escape, also from a field of addresses', async () => {
  serve({});
  const onClose = vi.fn();
  draw(<ForwardDialog info={anInfo()} message={null} onClose={onClose} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('To', FIELD), 'a@supplier.example');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
