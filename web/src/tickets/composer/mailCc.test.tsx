import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Composer, type ComposerHandle } from './Composer';
import { readDraft } from './drafts';
import { NO_RULES } from './rules';

const info = anInfo({ email: 'aisyah@home.example', channel_name: 'help@shop.example', send: { ...NO_RULES, cc: true, subject: true } });
const messages = [aMessage({ id: 4, extras: { to: 'help@shop.example, ben@home.example', cc: 'boss@home.example', 'reply-cc': 'ben@home.example, boss@home.example' } })];
const show = (rules = info.send) =>
  draw(<Composer ref={createRef<ComposerHandle>()} info={{ ...info, send: rules }} messages={messages} onStatus={() => Promise.resolve()} />);
const answered = () =>
  serve({ 'POST /api/ticket/message/reply': { body: { result: 'success', id: 5, queue_id: 'q', data: aMessage({ id: 5, direction: 'out' }) } } });
const EVERYBODY = 'To: aisyah@home.example · Cc: ben@home.example, boss@home.example';

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it('answers everybody whom the customer wrote to, and says so before', async () => {
  const { asked } = answered();
  show();
  expect(await screen.findByText(EVERYBODY)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Your answer'), 'Yes{Enter}');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ message: 'Yes', cc: ['ben@home.example', 'boss@home.example'] }));
  // The next answer goes to them as well.
  expect(await screen.findByText(EVERYBODY)).toBeTruthy();
});

it('leaves out whom somebody took out, also after the page was left', async () => {
  const { asked } = answered();
  const { unmount } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'To, Cc and subject' }));
  await user.click(await screen.findByLabelText('Cc', { selector: 'input' }));
  await user.keyboard('{Backspace}{Backspace}');
  expect(await screen.findByText('To: aisyah@home.example')).toBeTruthy();
  unmount();
  expect(readDraft('agent1', 1).head).toMatchObject({ cc: [], edited: true });
  show();
  expect(await screen.findByText('To: aisyah@home.example')).toBeTruthy();
  await user.type(screen.getByLabelText('Your answer'), 'Yes{Enter}');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ message: 'Yes' }));
  expect(asked.at(-1)?.body).not.toHaveProperty('cc');
});

it('keeps no draft of what nobody wrote', async () => {
  const { unmount } = show();
  await screen.findByText(EVERYBODY);
  unmount();
  expect(localStorage.getItem('patchbay.draft.agent1.1')).toBeNull();
});

it('copies nobody in where the channel has no Cc', async () => {
  const { asked } = answered();
  show({ ...NO_RULES, subject: true });
  expect(await screen.findByText('To: aisyah@home.example')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Your answer'), 'Yes{Enter}');
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ message: 'Yes' }));
  expect(asked.at(-1)?.body).not.toHaveProperty('cc');
});
