import { expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import type { TicketDue } from '../ui/due/moment';
import { dueOf, dueSoon } from './due';

const BEGUN = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const promised = (metric: TicketDue['metric'], at: number | null) =>
  aTicket({ due: { metric, at, warn_at: null, state: at === null ? 'paused' : 'running', remaining_ms: at === null ? DAY : null, breached: false } });

it.each([
  ['nothing where nothing is promised', aTicket(), null, null],
  ['nothing while what is promised is paused', promised('resolution', null), null, null],
  ['the answer that is promised', promised('first_reply', BEGUN + 30 * MINUTE), null, { kind: 'first_reply', at: BEGUN + 30 * MINUTE }],
  ['whatever else is promised', promised('resolution', BEGUN + DAY), null, { kind: 'resolution', at: BEGUN + DAY }],
  ['the appointment', aTicket(), BEGUN, { kind: 'appointment', at: BEGUN }],
  ['the appointment while what is promised is paused', promised('update', null), BEGUN, { kind: 'appointment', at: BEGUN }],
  ['the answer before a later appointment', promised('first_reply', BEGUN + 30 * MINUTE), BEGUN + DAY, { kind: 'first_reply', at: BEGUN + 30 * MINUTE }],
  ['the appointment before a later answer', promised('first_reply', BEGUN + 90 * MINUTE), BEGUN + 60 * MINUTE, { kind: 'appointment', at: BEGUN + 60 * MINUTE }],
])('a ticket owes %s', (_what, given, appointment, due) => {
  expect(dueOf(given, appointment)).toEqual(due);
});

it('what is over or due within two days comes soonest first', () => {
  const due = (at: number) => ({ due: { kind: 'next_reply' as const, at } });
  const entries = [due(BEGUN + DAY), due(BEGUN - DAY), { due: null }, due(BEGUN + 2 * DAY), due(BEGUN + 2 * DAY - 1)];
  expect(dueSoon(entries, BEGUN).map((entry) => entry.due?.at)).toEqual([BEGUN - DAY, BEGUN + DAY, BEGUN + 2 * DAY - 1]);
});
