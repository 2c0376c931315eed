import { describe, expect, it } from 'vitest';
import type { RoutingCandidate, RoutingDecision } from '../../../api/types';
import { isOfVisit, reasonOf } from './reason';
import { say } from './texts';
import { candidateWords, decisionWords, leftOutWords, passedWords } from './words';

const MINUTE = 60_000;
type Over = Partial<RoutingCandidate>;
const of = (user_id: number, name: string, over: Over): RoutingCandidate => ({ user_id, username: name.toLowerCase(), name, load: 3, capacity: 10, chats: 0, chat_capacity: 3, idle_ms: 0, skill: 0, left_out: null, ...over });

function decided(strategy: RoutingDecision['strategy'], ana: Over, ben: Over | null, over: Partial<RoutingDecision> = {}): RoutingDecision {
  const candidates = [of(1, 'Ana', ana), ...(ben === null ? [] : [of(2, 'Ben', ben)])];
  return { id: 1, at: 0, queue: 'Orders', strategy, outcome: 'assigned', user_id: 1, username: 'ana', name: 'Ana', candidates, looked_at: candidates.length, ...over };
}

const t = ((key: string, values: Record<string, unknown>) => say(key, values)) as Parameters<typeof decisionWords>[2];
const sentence = (decision: RoutingDecision, isVisit = false) => decisionWords(decision, isVisit, t, 'en');

it.each<[string, RoutingDecision, string]>([
  ['idle longer', decided('longest_idle', { idle_ms: 20 * MINUTE }, { idle_ms: 8 * MINUTE }), 'longest idle · 12 minutes longer than Ben'],
  ['idle longer by less than a minute', decided('longest_idle', { idle_ms: 50_000 }, { idle_ms: 10_000 }), 'longest idle · 40 seconds longer than Ben'],
  ['as long idle, with fewer tickets', decided('longest_idle', { load: 2 }, { load: 4 }), 'longest idle · tie with Ben · 2 tickets, Ben 4'],
  ['alike in everything', decided('longest_idle', {}, {}), 'longest idle · tie with Ben · first in order'],
  ['less of the capacity', decided('least_occupied', { load: 3, capacity: 10 }, { load: 2, capacity: 4 }), 'least occupied · 3 of 10 tickets, Ben 2 of 4'],
  ['as occupied, and idle longer', decided('least_occupied', { load: 5, capacity: 10, idle_ms: 3 * MINUTE }, { load: 2, capacity: 4, idle_ms: MINUTE }), 'least occupied · tie with Ben · idle 2 minutes longer'],
  ['next in turn', decided('round_robin', {}, { idle_ms: MINUTE }), 'round robin · before Ben in turn'],
  ['more skilled', decided('most_skilled', { skill: 7 }, { skill: 4 }), 'most skilled · skill 7, Ben 4'],
  ['the only one', decided('most_skilled', {}, { left_out: 'away' }), 'most skilled · nobody else was available'],
  ['who had the customer before', decided('longest_idle', {}, { left_out: 'not_preferred' }), 'longest idle · had this customer before'],
  ['nobody whom the decision describes', decided('longest_idle', {}, {}, { candidates: [] }), 'longest idle'],
])('says why an agent was chosen: %s', (_why, decision, words) => {
  expect(sentence(decision)).toBe(`Assigned to Ana by Orders · ${words}`);
});

it.each<[RoutingDecision['outcome'], string]>([
  ['offered', 'Offered to Ana by Orders'],
  ['accepted', 'Offered to Ana by Orders, accepted'],
  ['declined', 'Offered to Ana by Orders, declined'],
  ['timed_out', 'Offered to Ana by Orders, timed out'],
  ['rescinded', 'Offered to Ana by Orders, withdrawn'],
])('says what became of an offer: %s', (outcome, words) => {
  expect(sentence(decided('manual', {}, null, { outcome }))).toBe(`${words} · manual · nobody else was available`);
});

it('compares with the nearest who could have been chosen, not with who was left out', () => {
  const decision = decided('longest_idle', { idle_ms: 5 * MINUTE }, { idle_ms: 9 * MINUTE, left_out: 'full' });
  const reason = reasonOf({ ...decision, candidates: [...decision.candidates, of(3, 'Chen', { idle_ms: MINUTE })] }, false);
  expect([reason?.kind, reason?.isTie, reason?.next?.name]).toEqual(['idle', false, 'Chen']);
});

describe('about a visitor', () => {
  const chats = (held: number, most = 3): Over => ({ chats: held, chat_capacity: most });

  it.each<[string, RoutingDecision, string]>([
    ['fewer live chats, whatever else is held', decided('least_occupied', { load: 8, ...chats(1) }, { load: 2, ...chats(2) }), '1 of 3 live chats, Ben 2 of 3'],
    ['less of all, where as many may be live chats', decided('least_occupied', { load: 3, ...chats(3, 10) }, { load: 4, ...chats(1, 10) }), '3 of 10 tickets, Ben 4 of 10'],
    ['as many live chats, and idle longer', decided('least_occupied', { load: 8, idle_ms: 3 * MINUTE, ...chats(1) }, { load: 2, idle_ms: MINUTE, ...chats(1) }), 'tie with Ben · idle 2 minutes longer'],
  ])('says why an agent was chosen: %s', (_why, decision, words) => {
    expect(sentence(decision, true)).toBe(`Assigned to Ana by Orders · least occupied · ${words}`);
  });

  it('compares all that is held where the same decides about a ticket', () => {
    const decision = decided('least_occupied', { load: 2, ...chats(2) }, { load: 8, ...chats(1) });
    expect(sentence(decision)).toBe('Assigned to Ana by Orders · least occupied · 2 of 10 tickets, Ben 8 of 10');
  });

  it('says how many live chats a candidate had, and who was left out for them alone', () => {
    const ana = of(1, 'Ana', { idle_ms: MINUTE, ...chats(1) });
    const ben = of(2, 'Ben', { left_out: 'full', ...chats(3) });
    expect([candidateWords(ana, true, t, 'en'), candidateWords(ana, false, t, 'en')]).toEqual([
      '3 of 10 tickets · chats 1 of 3 · idle 1 minute',
      '3 of 10 tickets · idle 1 minute',
    ]);
    const others = [of(3, 'Chen', { load: 10, left_out: 'full' }), of(4, 'Dev', { left_out: 'passed' })];
    expect([ana, ben, ...others].map((candidate) => leftOutWords(candidate, true, t))).toEqual([
      '',
      'Not asked: at capacity for live chats',
      'Not asked: at capacity',
      'Not asked: let this live chat pass before',
    ]);
    expect(leftOutWords(of(4, 'Dev', { left_out: 'passed' }), false, t)).toBe('Not asked: let this ticket pass before');
  });

  it('is told from one about a ticket by what the ticket is, or by who was full of live chats alone', () => {
    const decision = decided('manual', {}, { load: 10, left_out: 'full' });
    expect([isOfVisit(decision, true), isOfVisit(decision, false)]).toEqual([true, false]);
    expect(isOfVisit(decided('manual', {}, { load: 4, left_out: 'full', ...chats(3) }), false)).toBe(true);
  });
});

it('names who is known by the username alone', () => {
  expect(sentence(decided('longest_idle', {}, null, { name: '' }))).toContain('Assigned to ana by');
  expect(sentence(decided('longest_idle', {}, null, { name: '', username: '' }))).toContain('Assigned to Removed agent by');
});

it.each([
  [0, '0 seconds'],
  [59_999, '59 seconds'],
  [119_999, '1 minute'],
  [3 * 3_600_000, '3 hours'],
])('%i ms have passed: %s', (ms, words) => expect(passedWords(ms, 'en')).toBe(words));
