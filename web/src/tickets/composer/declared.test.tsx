import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { aChannel, aMessage, anInfo, aPlugin, SEND, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { channelsOf, usePlugins } from '../../api/plugins';
import type { Message, Plugin } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Composer, type ComposerHandle } from './Composer';

/** A channel from outside: all the screens know of it is what its manifest says. */
function declare(send: Partial<Plugin['send']>): void {
  const channel = aChannel('PIGEON', { name: 'Carrier pigeon', group: 'birds' });
  const plugin = aPlugin('PIGEON', [], { name: 'Pigeon', maker: 'Pigeon Post', color: '#7A4B8F', channels: [channel], send: { ...SEND, ...send } });
  usePlugins.setState({ plugins: [plugin], channels: channelsOf([plugin]), loaded: true });
}

function show(messages: Message[] = [], ended?: string) {
  const info = anInfo({ channel: 'PIGEON', channel_name: 'Loft', send: null });
  return draw(<Composer ref={createRef<ComposerHandle>()} info={info} messages={messages} ended={ended} onStatus={() => Promise.resolve()} />);
}

const heard = (ago: number) => aMessage({ ts_ms: Date.now() - ago });
const HOUR = 3_600_000;

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('counts down the characters that the manifest allows', async () => {
  declare({ text_max: 10 });
  show();
  await userEvent.setup().type(screen.getByLabelText('Your answer'), '123456789012');
  expect(screen.getByRole('alert').textContent).toContain('2 characters over 10');
});

it('offers what the channel has and says what becomes words', async () => {
  declare({ quick_replies_max: 3, location: true });
  show();
  await userEvent.setup().click(screen.getByLabelText('Add something else'));
  expect(await screen.findByText('Sent as words on this channel')).toBeTruthy();
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual(['Quick replies…', 'Place…', 'Buttons…', 'Contact card…']);
});

it('sends a place as data', async () => {
  declare({ location: true });
  const { asked } = serve({
    'POST /api/ticket/message/reply': { body: { result: 'success', id: 2, queue_id: 'q', data: aMessage({ id: 2, direction: 'out' }) } },
  });
  show();
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Add something else'));
  await user.click(await screen.findByRole('menuitem', { name: 'Place…' }));
  const field = await screen.findByLabelText('Where it is', {}, { timeout: 5000 });
  fireEvent.change(field, { target: { value: '3.139, 101.687' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add to the message' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(asked[0]?.body).toMatchObject({
    message: '',
    contents: [{ kind: 'location', latitude: 3.139, longitude: 101.687, name: null, address: null }],
  });
});

it('counts the messaging window down and takes only templates after it', async () => {
  declare({ window: { hours: 24, after: 'template' }, templates: true });
  const { unmount } = show([heard(21 * HOUR)]);
  expect(await screen.findByText(/Replies possible for (3 h [01]|2 h 59) min/)).toBeTruthy();
  unmount();
  show([heard(25 * HOUR)]);
  expect(screen.queryByLabelText('Your answer')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Choose a template' })).toBeTruthy();
});

it('takes nothing where the manifest says nothing', async () => {
  declare({ window: { hours: 24, after: 'nothing' } });
  show([heard(25 * HOUR)]);
  expect((await screen.findByRole('status')).textContent).toContain('takes nothing until the customer writes again');
  expect(screen.queryByRole('button', { name: 'Choose a template' })).toBeNull();
});

it('is closed when the chat is over', () => {
  declare({});
  show([], 'This chat has ended.');
  expect(screen.queryByLabelText('Your answer')).toBeNull();
  expect(screen.getByText('This chat has ended.')).toBeTruthy();
});
