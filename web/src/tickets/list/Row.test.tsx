import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aPlugin, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { useAgents } from '../../api/agents';
import { usePlugins } from '../../api/plugins';
import type { Ticket } from '../../api/types';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { Row } from './Row';

const show = (ticket: Partial<Ticket>, path = '/ticket', narrow = true) =>
  draw(<Row ticket={aTicket(ticket)} narrow={narrow} top={0} height={72} isSelected={false} isFocused={false} isStop={false} />, path);

beforeEach(() => {
  useAgents.setState({ names: new Map([['mei', 'Mei'], ['tan', 'Tan']]), photos: new Map([['mei', '/photo/mei']]) });
});

it('leads to the call where its channel takes calls, and else to the ticket', () => {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
  show({ ticket_number: 7, channel: 'EXCHANGE' }, '/ticket?filter=all');
  show({ id: 2, ticket_number: 8 }, '/mobile/ticket');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/call/7?filter=all', '/mobile/ticket/8']);
});

it('shows who takes part by their photos, and by initials without', () => {
  show({ assignee: 'mei,tan' });
  const people = screen.getByRole('img', { name: 'Mei, Tan' });
  expect([...people.querySelectorAll('img')].map((photo) => photo.getAttribute('src'))).toEqual(['/photo/mei']);
  expect(people.textContent).toBe('TA');
});

it('counts down to what is due soonest', async () => {
  show({ due: { metric: 'first_reply', at: Date.now() + 11.5 * 60_000, warn_at: Date.now() - 1, state: 'running', remaining_ms: null, breached: false } });
  const mark = await screen.findByRole('img', { name: 'First reply due in 12 minutes' });
  expect([mark.textContent, mark.dataset['due']]).toEqual(['12m', 'warned']);
});

it('marks the emotion that a helper told, by a face with its name', async () => {
  show({ emotion: { angry: 62, calm: 8 } });
  const mark = await screen.findByRole('img', { name: 'Emotions: Angry 62 %, Calm 8 %' });
  expect([mark.textContent, mark.dataset['emotion']]).toEqual(['', 'angry']);
});

it('counts the messages by their strongest emotion, also where the newest has none', async () => {
  show({ emotion: { angry: 62 }, emotion_2: { calm: 1, angry: 3 } });
  const mark = await screen.findByRole('img', { name: 'Emotions: Angry 62 % · Messages by their strongest emotion: Angry: 3 messages, Calm: 1 message' });
  expect([mark.textContent, mark.dataset['emotion']]).toEqual(['31', 'angry']);
  show({ id: 2, emotion_2: { sad: 2 } });
  expect((await screen.findByRole('img', { name: 'Messages by their strongest emotion: Sad: 2 messages' })).dataset['emotion']).toBe('sad');
});

it.each([['list', true], ['table', false]])('tells in the %s which way a call went, and over which number', async (_look, narrow) => {
  show({ call_direction: 'inbound', did: '+6031234' }, '/ticket', narrow);
  const mark = await screen.findByRole('img', { name: 'Incoming call to +6031234' });
  expect([mark.textContent, mark.dataset['call']]).toEqual(['+6031234', 'inbound']);
  show({ id: 2, call_direction: 'outbound' }, '/ticket', narrow);
  expect((await screen.findByRole('img', { name: 'Outgoing call' })).textContent).toBe('');
});

it('says nothing of calls where there was none', () => {
  const { container } = show({ call_direction: '', did: '' });
  expect(container.querySelector('[data-call]')).toBeNull();
});
