import { expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import type { Label } from '../api/types';
import { dueOf, dueSoon } from './due';

const BEGUN = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const label = (id: number, sla: number, deleted = false): Label => ({ id, name: `L${id}`, color: '', colorDark: '', level: 1, sla, deleted });
const LABELS = [label(1, 30), label(2, 90), label(3, 0), label(4, 5, true)];
const ticket = (labels: number[], hasResponded = false) => aTicket({ label: JSON.stringify(labels), created_at: '2026-01-05 08:00:00', hasResponded });

it.each([
  ['nothing where no label promises anything', ticket([3]), null, null],
  ['nothing by a label that was deleted', ticket([4]), null, null],
  ['the answer that the strictest label promises', ticket([2, 1]), null, { kind: 'answer', at: BEGUN + 30 * MINUTE }],
  ['no answer where one was given', ticket([1], true), null, null],
  ['the appointment', ticket([], true), BEGUN, { kind: 'appointment', at: BEGUN }],
  ['the answer before a later appointment', ticket([1]), BEGUN + DAY, { kind: 'answer', at: BEGUN + 30 * MINUTE }],
  ['the appointment before a later answer', ticket([2]), BEGUN + 60 * MINUTE, { kind: 'appointment', at: BEGUN + 60 * MINUTE }],
])('a ticket owes %s', (_what, given, appointment, due) => {
  expect(dueOf(given, LABELS, appointment)).toEqual(due);
});

it('what is over or due within two days comes soonest first', () => {
  const due = (at: number) => ({ due: { kind: 'answer' as const, at } });
  const entries = [due(BEGUN + DAY), due(BEGUN - DAY), { due: null }, due(BEGUN + 2 * DAY), due(BEGUN + 2 * DAY - 1)];
  expect(dueSoon(entries, BEGUN).map((entry) => entry.due?.at)).toEqual([BEGUN - DAY, BEGUN + DAY, BEGUN + 2 * DAY - 1]);
});
