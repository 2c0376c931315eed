import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import * as client from '../../api/client';
import { useSignatures } from '../../api/replies';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import type { StartChannel } from './calls';
import { StartMessage, type StartMessageProps } from './StartMessage';

const CHANNELS = 'GET /api/conversations/channels';
const START = 'POST /api/conversations';
const MEI = { id: 7, name: 'Mei', email: 'mei@shop.example', phone: '' };

const aChannel = (over: Partial<StartChannel> = {}): StartChannel => ({
  channel_id: 1, channel: 'EMAIL', name: 'Shop mail', starts: 'email', addresses: [], ticket_number: null, window: null,
  send: { subject: true, cc: true, signature: true, attachments_max: 2, attachment_max_bytes: 10 }, ...over,
});
const MAIL = aChannel();
const SMS = aChannel({ channel_id: 2, channel: 'SMS', name: 'Shop phone', starts: 'phone', send: { text_max: 20, attachments_max: 0 } });
const CHAT = aChannel({
  channel_id: 3, channel: 'WHATSAPP', name: 'Shop chat', starts: 'known', ticket_number: 12,
  window: { until: 1_000, after: 'template', open: false }, send: { templates: true, attachments_max: 0, window: { hours: 24, after: 'template' } },
});
const STARTED = { result: 'success', ticket_id: 40, ticket_number: 13, continued: false, data: {} };

const told = { onWritten: vi.fn(), onHeld: vi.fn(), onNone: vi.fn(), onSent: vi.fn() };

function open(routes: Parameters<typeof serve>[0], to: StartMessageProps['to'] = null) {
  const core = serve({
    'GET /api/contacts/list': ({ url }) => ({ body: { data: url.searchParams.get('keyword') === '' ? [] : [MEI], total: 1, more: false } }),
    [START]: { body: STARTED },
    ...routes,
  });
  const shown = draw(<StartMessage to={to} {...told} />);
  return { ...core, ...shown, sent: () => core.asked.filter(({ key }) => key === START).map(({ body }) => body as Record<string, unknown>) };
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const message = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const refused = (fields: Record<string, string>, status = 422, code = 'invalid', text = 'No.') => ({ status, body: { error: { code, message: text, fields } } });

beforeEach(() => {
  localStorage.clear();
  Object.values(told).forEach((each) => each.mockClear());
  useSignatures.setState({ phase: 'ready', signatures: [] });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
});

async function writeMail() {
  fireEvent.change(await screen.findByRole('textbox', { name: /^To/ }), { target: { value: 'new@shop.example' } });
  fireEvent.change(field('Subject'), { target: { value: 'Your lamp' } });
  fireEvent.change(await message(), { target: { value: 'It is ready.' } });
}

describe('a letter to somebody new', () => {
  it('is sent over the only channel there is, and leaves no draft', async () => {
    const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await writeMail();
    fireEvent.change(field("Or a new contact's name"), { target: { value: 'Ben' } });
    expect(localStorage.getItem('patchbay.message.agent1.new')).toContain('It is ready.');
    expect(told.onWritten).toHaveBeenLastCalledWith(true);
    await send();
    await waitFor(() => expect(told.onSent).toHaveBeenCalledWith(13));
    expect(sent()).toEqual([
      { channel_id: 1, address: 'new@shop.example', name: 'Ben', subject: 'Your lamp', message: 'It is ready.', type: 'text', queue_id: expect.stringMatching(/^queue-/) as string },
    ]);
    expect(localStorage.getItem('patchbay.message.agent1.new')).toBeNull();
    expect(told.onHeld.mock.calls).toContainEqual([true]);
    expect(told.onHeld).toHaveBeenLastCalledWith(false);
  });

  it('says at each field what is missing, and goes to the first', async () => {
    const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await message();
    await send();
    expect(await screen.findByText('Enter an email address, such as name@example.com.')).toBeTruthy();
    expect(screen.getByText('Enter a subject.')).toBeTruthy();
    expect(screen.getByText('Write a message, or attach a file.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^To/ })));
    expect(sent()).toEqual([]);
    fireEvent.change(field('Subject'), { target: { value: 'x' } });
    expect(screen.queryByText('Enter a subject.')).toBeNull();
  });

  it('shows what the server refuses at the field, keeps the id for the same again, and takes another for other words', async () => {
    let answer: { status?: number; body: unknown } = refused({ address: 'This address is Ben’s. Choose that contact.' });
    const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } }, [START]: () => answer });
    await writeMail();
    await send();
    expect(await screen.findByText('This address is Ben’s. Choose that contact.')).toBeTruthy();
    expect((await message()).value).toBe('It is ready.');
    answer = refused({}, 409, 'conflict', 'Mei asked for no more messages by Shop mail.');
    await send();
    expect(await screen.findByText('Mei asked for no more messages by Shop mail.')).toBeTruthy();
    answer = { body: STARTED };
    fireEvent.change(await message(), { target: { value: 'It is ready!' } });
    await send();
    await waitFor(() => expect(told.onSent).toHaveBeenCalled());
    const [first, second, third] = sent().map((body) => body['queue_id']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('has copies only for whom unfolds them, and refuses what is no address', async () => {
    const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await writeMail();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Add Cc' }));
    const cc = screen.getByRole('combobox', { name: 'Cc' });
    expect(document.activeElement).toBe(cc);
    await user.type(cc, 'nobody{Enter}');
    await send();
    expect(await screen.findByText('Please check the email address. nobody')).toBeTruthy();
    await user.type(cc, '{Backspace}boss@shop.example{Enter}');
    await send();
    await waitFor(() => expect(sent().at(0)).toMatchObject({ cc: ['boss@shop.example'] }));
  });

  it('takes files along as the channel allows', async () => {
    const going = vi.spyOn(client, 'upload').mockResolvedValue(STARTED);
    const { container } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await writeMail();
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('No files can be chosen.');
    await userEvent.upload(input, [new File(['0123456789!'], 'big.txt', { type: 'text/plain' }), new File(['x'], 'a.txt', { type: 'text/plain' })]);
    expect(await screen.findByText('Larger than 10 B')).toBeTruthy();
    await send();
    expect(await screen.findByText('Remove the files that cannot be sent.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove big.txt' }));
    await send();
    await waitFor(() => expect(told.onSent).toHaveBeenCalled());
    const body = going.mock.calls[0]?.[1];
    expect([body?.get('channel_id'), body?.get('message'), (body?.get('attachment[]') as File | undefined)?.name]).toEqual(['1', 'It is ready.', 'a.txt']);
    going.mockRestore();
  });

  it('ends with the signature unless it is turned off', async () => {
    useSignatures.setState({ signatures: [{ channel: '', text: 'Agent One, Shop', enabled: true }] as never });
    const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await writeMail();
    expect(await screen.findByText('Agent One, Shop')).toBeTruthy();
    await send();
    await waitFor(() => expect(sent().at(0)).toMatchObject({ signature: true }));
    await writeMail();
    await userEvent.click(await screen.findByRole('switch', { name: 'Signature' }));
    await send();
    await waitFor(() => expect(sent().at(1)).not.toHaveProperty('signature'));
  });
});

it('is sent by Ctrl+Enter, and not by the Enter of a word that is put together', async () => {
  const { sent } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
  await writeMail();
  const box = await message();
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 229, ctrlKey: true });
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13 });
  expect(told.onHeld).not.toHaveBeenCalledWith(true);
  fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('keeps what was written over the window, and discards it on demand', async () => {
  const first = open({ [CHANNELS]: { body: { data: [MAIL] } } });
  await writeMail();
  first.unmount();
  open({ [CHANNELS]: { body: { data: [MAIL] } } });
  expect((await message()).value).toBe('It is ready.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^To/ }).value).toBe('new@shop.example');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await message()).value).toBe('');
  expect(told.onWritten).toHaveBeenLastCalledWith(false);
  expect(localStorage.length).toBe(0);
});

describe('a text message', () => {
  it('asks for the number with its country code, and counts', async () => {
    const { sent } = open({ [CHANNELS]: { body: { data: [SMS] } } });
    const number = await screen.findByRole('textbox', { name: /^Phone number/ });
    expect(screen.getByText('With its country code, such as +60 3-1234 5678.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
    fireEvent.change(number, { target: { value: '03-1234 5678' } });
    fireEvent.change(await message(), { target: { value: 'Twenty-one characters' } });
    expect(screen.getByText('1 character over 20')).toBeTruthy();
    await send();
    expect(await screen.findByText('Enter the number with its country code, such as +60 3-1234 5678.')).toBeTruthy();
    expect(screen.getByText('Shorten the message to 20 characters.')).toBeTruthy();
    fireEvent.change(number, { target: { value: '+60 3-1234 5678' } });
    fireEvent.change(await message(), { target: { value: 'Twenty characters ok' } });
    expect(screen.getByText('0 characters left')).toBeTruthy();
    await send();
    await waitFor(() => expect(sent().at(0)).toMatchObject({ channel_id: 2, address: '+60 3-1234 5678', message: 'Twenty characters ok' }));
    expect(sent()[0]).not.toHaveProperty('subject');
  });

  it('is what a number stands for that was typed in place of a contact', async () => {
    open({ [CHANNELS]: { body: { data: [MAIL, SMS] } }, 'GET /api/contacts/list': { body: { data: [], total: 0, more: false } } });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('combobox', { name: 'Find a contact' }), '+60312345678');
    await user.click(await screen.findByRole('option', { name: 'New contact: +60312345678' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Phone number/ })).value).toBe('+60312345678');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Channel' }).value).toBe('Shop phone');
  });
});

describe('a contact', () => {
  it('is found, and asked for with where each channel reaches them', async () => {
    const { sent } = open({
      [CHANNELS]: ({ url }) => ({ body: { data: url.searchParams.get('contact_id') === '7' ? [aChannel({ addresses: ['mei@shop.example', 'mei@home.example'] }), SMS] : [MAIL, SMS] } }),
    });
    const user = userEvent.setup();
    await user.type(await screen.findByRole('combobox', { name: 'Find a contact' }), 'me');
    await user.click(await screen.findByRole('option', { name: 'Mei · mei@shop.example' }));
    expect(await screen.findByRole('button', { name: 'Clear Mei' })).toBeTruthy();
    // Of two channels, the one that knows an address of theirs.
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: /^To/ })).value).toBe('mei@shop.example');
    fireEvent.change(field('Subject'), { target: { value: 'Hi' } });
    fireEvent.change(await message(), { target: { value: 'Hello' } });
    await send();
    await waitFor(() => expect(sent().at(0)).toMatchObject({ contact_id: 7, channel_id: 1, address: 'mei@shop.example' }));
  });

  it('is asked for a channel where several come into question, and gets the open conversation where there is one', async () => {
    const first = open({ [CHANNELS]: { body: { data: [MAIL, SMS] } } }, MEI);
    await message();
    await send();
    expect(await screen.findByText('Choose a channel.')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox', { name: 'Channel' }));
    await user.click(await screen.findByRole('option', { name: /Shop phone/ }));
    expect(await screen.findByRole('textbox', { name: /^Phone number/ })).toBeTruthy();
    expect(screen.queryByText('Choose a channel.')).toBeNull();
    first.unmount();
    localStorage.clear();
    open({ [CHANNELS]: { body: { data: [aChannel({ addresses: ['mei@shop.example'] }), SMS, CHAT] } } }, MEI);
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Channel' })).value).toBe('Shop chat');
  });

  it('is who it was opened for, with a draft of their own', async () => {
    const first = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    await writeMail();
    first.unmount();
    open({ [CHANNELS]: { body: { data: [aChannel({ addresses: ['mei@shop.example'] })] } } }, MEI);
    expect((await message()).value).toBe('');
    expect(screen.getByText('Mei')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Mei' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Find a contact' })).toBeNull();
  });

  it('whom nothing reaches is said to be so', async () => {
    open({ [CHANNELS]: { body: { data: [] } } }, MEI);
    expect(await screen.findByText(/^No channel reaches Mei\./)).toBeTruthy();
    expect(told.onNone).toHaveBeenLastCalledWith(false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });

  it('is not looked for by whom contacts are hidden from', async () => {
    const session = sessionFrom(SESSION_ANSWER);
    useSession.setState({ session: { ...session, isAdmin: false, permissions: { ...session.permissions, hide_contacts: true } } });
    const { asked } = open({ [CHANNELS]: { body: { data: [MAIL] } } });
    expect(await screen.findByLabelText('Name')).toBeTruthy();
    expect(asked.filter(({ key }) => key.includes('contacts'))).toEqual([]);
  });
});

describe('behind a closed window', () => {
  it('goes a template alone, and what was written beside it stays', async () => {
    localStorage.setItem('patchbay.message.agent1.7', JSON.stringify({ draft: { text: 'For later' }, tried: null }));
    const { sent } = open({ [CHANNELS]: { body: { data: [CHAT] } } }, MEI);
    expect(await screen.findByText('Ticket #12 is open with this contact. Your message goes into it.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    await send();
    expect(await screen.findByText('Choose a template.')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Choose a template' }));
    await user.type(await screen.findByLabelText(/^Name/), 'hello_again');
    await user.click(screen.getByRole('button', { name: 'Add to the message' }));
    expect(await screen.findByText(/hello_again/)).toBeTruthy();
    await send();
    await waitFor(() => expect(sent().at(0)).toMatchObject({ contact_id: 7, channel_id: 3, message: '', contents: [{ kind: 'template', name: 'hello_again' }] }));
    await waitFor(() => expect(told.onSent).toHaveBeenCalled());
    const rest = localStorage.getItem('patchbay.message.agent1.7');
    expect(rest).toContain('For later');
    expect(rest).not.toContain('hello_again');
  });

  it('is what the server says, also when it was open before', async () => {
    const openNow = { ...CHAT, window: { until: Date.now() + 3_600_000, after: 'template' as const, open: true } };
    open({ [CHANNELS]: { body: { data: [openNow] } }, [START]: refused({}, 409, 'window_closed', 'Only a template may begin.') }, MEI);
    fireEvent.change(await message(), { target: { value: 'Hello' } });
    await send();
    expect(await screen.findByText('Only a template may begin.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Choose a template' })).toBeTruthy();
    expect(localStorage.getItem('patchbay.message.agent1.7')).toContain('Hello');
  });

  it('nothing goes where the channel has no templates', async () => {
    open({ [CHANNELS]: { body: { data: [{ ...CHAT, window: { until: 0, after: 'nothing', open: false } }] } } }, MEI);
    expect(await screen.findByText('This channel takes nothing until the customer writes again.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });
});

describe('the channels', () => {
  it('are none, and whoever asked is told', async () => {
    open({ [CHANNELS]: { body: { data: [] } } });
    await waitFor(() => expect(told.onNone).toHaveBeenLastCalledWith(true));
    expect(screen.queryByRole('combobox', { name: 'Channel' })).toBeNull();
  });

  it('are asked for again after a failure, and not offered to whom they are denied', async () => {
    let status = 403;
    const first = open({ [CHANNELS]: () => (status === 200 ? { body: { data: [MAIL] } } : { status, body: { error: { code: status === 403 ? 'forbidden' : 'internal', message: 'No.' } } }) });
    expect(await screen.findByText('You do not have the permission to write to contacts')).toBeTruthy();
    first.unmount();
    status = 500;
    open({ [CHANNELS]: () => (status === 200 ? { body: { data: [MAIL] } } : { status, body: {} }) });
    expect(await screen.findByText('The channels could not be loaded')).toBeTruthy();
    status = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await message()).toBeTruthy();
  });

  it('are waited for with a word', () => {
    open({ [CHANNELS]: () => new Promise(() => undefined) });
    act(() => undefined);
    expect(screen.getByRole('status', { name: 'Loading the channels' })).toBeTruthy();
  });
});
