import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { useQueue } from '../livechat/queue';
import { resetCards, useCards } from '../notifications/cards';
import { setSound } from '../notifications/sound';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { setShown } from '../tickets/read';
import { resetSounds, watchSounds } from './sounds';

let tones = 0;

/** Counts what would be heard. */
class Speaker {
  state = 'running';
  currentTime = 0;
  destination = {};
  private node() {
    const node = { gain: { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }, frequency: { value: 0 }, type: '', connect: () => node, start: () => undefined, stop: () => undefined };
    return node;
  }
  createGain() {
    return this.node();
  }
  createOscillator() {
    tones += 1;
    return this.node();
  }
}

vi.stubGlobal('AudioContext', Speaker);
watchSounds();

const now = () => Math.floor(Date.now() / 1000);
const heard = async () => {
  // What makes the tones is loaded with the first.
  await import('../notifications/tones');
  await new Promise((done) => setTimeout(done, 0));
  return tones > 0;
};

beforeEach(() => {
  tones = 0;
  resetSounds();
  resetCards();
  setShown(null);
  setSound(true);
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
});

it.each([
  ['a customer in what one takes part in', { assignee: 'agent2,agent1' }, { direction: 'in', ts: now() }, true],
  ['a customer of others', { assignee: 'agent2' }, { direction: 'in', ts: now() }, false],
  ['a colleague', { assignee: 'agent1' }, { direction: 'out', ts: now() }, false],
  ['what is replayed of long ago', { assignee: 'agent1' }, { direction: 'in', ts: now() - 600 }, false],
] as const)('of a message is heard: %s', async (_name, ticket, message, expected) => {
  applyEvent('newMessage', { ticket: aTicket(ticket), message: aMessage(message) });
  expect(await heard()).toBe(expected);
});

it('is silent about what is on screen, and when it is switched off', async () => {
  const event = { ticket: aTicket({ id: 7, assignee: 'agent1' }), message: aMessage({ ticket_id: 7, ts: now() }) };
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  setShown(7);
  applyEvent('newMessage', event);
  expect(await heard()).toBe(false);
  setShown(null);
  setSound(false);
  applyEvent('newMessage', event);
  expect(await heard()).toBe(false);
});

it('sounds once for what comes in a row, and when a visitor was taken', async () => {
  const event = { ticket: aTicket({ assignee: 'agent1' }), message: aMessage({ ts: now() }) };
  applyEvent('newMessage', event);
  applyEvent('newMessage', event);
  await heard();
  expect(tones).toBe(2);
  resetSounds();
  useQueue.setState({ expected: [{ session: '1', name: 'Mei' }] });
  await heard();
  expect(tones).toBe(4);
  useQueue.setState({ expected: [] });
});

const grave = aTicket({ id: 9, ticket_number: 12, severity: 'H', title: 'Lamp on fire' });

it('shows agents a card about what is of high severity', async () => {
  applyEvent('createTicket', { ticket: aTicket({ severity: 'M' }), message: null });
  applyEvent('createTicket', { ticket: grave, message: null });
  await vi.waitFor(() => expect(useCards.getState().cards).toHaveLength(1), { timeout: 20_000 });
  expect(useCards.getState().cards[0]).toMatchObject({ title: 'High severity', body: '#12 Lamp on fire', channel: 'ticket', ticket_number: '12' });
  expect(await heard()).toBe(true);
});

it('shows it when a colleague says so, not for what one did oneself, and not to admins', async () => {
  const change = { ticket_id: 9, severity: 'H', by: 'agent1', ticket: grave };
  applyEvent('ticketSeverityChanged', change);
  useSession.setState({ session: sessionFrom({ ...SESSION_ANSWER, type: 'admin', username: 'mei' }) });
  applyEvent('ticketSeverityChanged', change);
  applyEvent('createTicket', { ticket: grave, message: null });
  await heard();
  expect(useCards.getState().cards).toEqual([]);
  useSession.setState({ session: sessionFrom(SESSION_ANSWER) });
  applyEvent('ticketSeverityChanged', { ...change, by: 'agent2' });
  await vi.waitFor(() => expect(useCards.getState().cards).toHaveLength(1), { timeout: 20_000 });
});
