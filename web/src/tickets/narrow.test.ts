import { afterEach, describe, expect, it } from 'vitest';
import { aTicket } from '../../tests/builders';
import { setTimezone } from '../ui/dates';
import type { TicketDue } from '../ui/due/moment';
import { ANY, belongs, compare, narrowFrom, narrowings, narrowTo, NOBODY, paramsOf, type Narrow } from './narrow';

const NOW = new Date('2026-11-22T10:00:00').getTime();
const narrow = (part: Partial<Narrow>): Narrow => ({ ...ANY, ...part });
const dueAt = (at: number | null): TicketDue => ({ metric: 'first_reply', at, warn_at: null, state: at === null ? 'paused' : 'running', remaining_ms: null, breached: false });

describe('the address', () => {
  it('keeps what is chosen, and nothing for what is not', () => {
    const chosen = narrow({ labels: [1, 5], departments: [0], agents: ['anna', NOBODY], priorities: ['H', 'N'], replied: '0', received: 'week', sort: 'priority' });
    const address = narrowTo(new URLSearchParams('filter=closed&labels=9&channels=SMS'), chosen);
    expect(narrowFrom(address)).toEqual(chosen);
    expect(address.get('filter')).toBe('closed');
    expect(address.get('channels')).toBeNull();
    expect(narrowings(chosen)).toBe(6);
    expect(narrowTo(address, ANY).toString()).toBe('filter=closed');
  });

  it.each<[string, Partial<Narrow>]>([
    ['labels=x,-1,0,3', { labels: [3] }],
    ['priorities=H,HM,Z', { priorities: ['H'] }],
    ['replied=2', {}],
    ['received=2026-11-01,2026-11-02', { received: '2026-11-01,2026-11-02' }],
    ['received=soon', {}],
    ['sort=colour', {}],
    ['received=,', {}],
    ['received=2026-13-45,', {}],
    ['answeredWithin=30&named=number:12', { answeredWithin: '30', named: 'number:12' }],
    ['answeredWithin=-3&named=colour:red', {}],
    ['agents=updated', { agents: ['updated'] }],
    ['appt=soon&appointment=week', { appt: 'soon', appointment: 'week' }],
    ['appt=0&appointment=week', { appt: '0' }],
    ['appt=later', {}],
    ['due=1', { due: '1', sort: 'due' }],
    ['due=soon&sort=oldest', { due: 'soon', sort: 'due' }],
    ['due=overdue', { due: 'overdue', sort: 'due' }],
    ['due=never&sort=due', { sort: 'due' }],
  ])('reads %s', (text, part) => {
    expect(narrowFrom(new URLSearchParams(text))).toEqual(narrow(part));
  });

  it('loses no value that is called like the usual order', () => {
    const chosen = narrow({ agents: ['updated'] });
    expect(narrowFrom(narrowTo(new URLSearchParams(), chosen))).toEqual(chosen);
  });
});

it('asks with the parameters of the call', () => {
  const midnight = new Date('2026-11-22T00:00:00').getTime() / 1000;
  expect(paramsOf(narrow({ labels: [3, 5], agents: ['anna'], received: 'yesterday', sort: 'oldest' }), NOW)).toMatchObject({
    labelFilter: '3,5',
    agent: 'anna',
    received: midnight - 86_400,
    receivedEnd: midnight - 1,
    startDate: undefined,
    advFilter: undefined,
    sort: 'oldest',
  });
  expect(paramsOf(narrow({ answeredWithin: '45', named: 'contact_id:7' }), NOW)).toMatchObject({ replyTAT: '45', field: 'contact_id', fieldValue: '7', advFilter: 1 });
});

it('asks for what is due, which has one order', () => {
  expect(paramsOf(narrow({ due: 'soon', sort: 'due' }), NOW)).toMatchObject({ due: 'soon', sort: 'due' });
  expect(paramsOf(ANY, NOW)).toMatchObject({ due: undefined, sort: undefined });
  expect(narrowings(narrow({ due: 'overdue', sort: 'due' }))).toBe(1);
});

it('asks for appointments in the days to come', () => {
  const midnight = new Date('2026-11-22T00:00:00').getTime() / 1000;
  const day = 86_400;
  expect(paramsOf(narrow({ appt: 'soon' }), NOW)).toMatchObject({ appt: 'soon', apptStart: undefined, apptEnd: undefined });
  expect(paramsOf(narrow({ appointment: 'today' }), NOW)).toMatchObject({ apptStart: midnight, apptEnd: midnight + day - 1 });
  expect(paramsOf(narrow({ appointment: 'week' }), NOW)).toMatchObject({ apptStart: midnight, apptEnd: midnight + 7 * day - 1 });
});

describe('a day', () => {
  afterEach(() => setTimezone(undefined));

  it('is the one that the rows show, in the account\'s timezone', () => {
    setTimezone('Asia/Kuala_Lumpur');
    const evening = Date.UTC(2026, 10, 22, 20);
    expect(paramsOf(narrow({ received: 'today' }), evening)['received']).toBe(Date.UTC(2026, 10, 22, 16) / 1000);
  });

  it('has as many hours as its clock makes it', () => {
    setTimezone('Europe/Berlin');
    const { received, receivedEnd } = paramsOf(narrow({ received: 'yesterday' }), Date.UTC(2026, 9, 26, 12));
    expect(Number(receivedEnd) + 1 - Number(received)).toBe(25 * 3600);
  });
});

describe('a ticket that changed', () => {
  const ticket = aTicket({ label: '[3]', department_id: 7, assignee: 'anna,ben', severity: 'H', hasResponded: true, channel: 'SMS', ts: NOW / 1000 });
  it.each<[Partial<Narrow>, boolean]>([
    [{}, true],
    [{ labels: [3] }, true],
    [{ labels: [4] }, false],
    [{ departments: [0] }, false],
    [{ departments: [0, 7] }, true],
    [{ agents: ['ben'] }, true],
    [{ agents: [NOBODY] }, false],
    [{ priorities: ['N'] }, false],
    [{ priorities: ['M', 'H'] }, true],
    [{ channels: ['MAIL'] }, false],
    [{ replied: '1' }, true],
    [{ replied: '0' }, false],
    [{ updated: 'today' }, true],
    [{ updated: 'yesterday' }, false],
    [{ labels: [3], departments: [9] }, false],
    [{ named: 'number:1001' }, true],
    [{ named: 'number:1002' }, false],
    [{ appt: '1' }, false],
    [{ appt: '0' }, true],
    [{ appointment: 'today' }, false],
  ])('belongs to a list narrowed to %j: %s', (part, wanted) => {
    expect(belongs(ticket, narrow(part), false, NOW)).toBe(wanted);
  });

  const at = (ms: number) => ({ 'Preferred Appointment Date': new Date(ms).toISOString().slice(0, 19).replace('T', ' ') });
  const HOUR = 3_600_000;
  it.each<[number, Partial<Narrow>, boolean]>([
    [47, { appt: 'soon' }, true],
    [49, { appt: 'soon' }, false],
    [-200, { appt: 'soon' }, true],
    [49, { appt: '1' }, true],
    [49, { appt: '0' }, false],
    [49, { appointment: 'week' }, true],
    [49, { appointment: 'today' }, false],
    [-49, { appointment: 'week' }, false],
  ])('with an appointment in %s hours belongs to a list narrowed to %j: %s', (hours, part, wanted) => {
    expect(belongs({ ...ticket, other: at(NOW + hours * HOUR) }, narrow(part), false, NOW)).toBe(wanted);
  });

  it.each<[string, number | null, string[]]>([
    ['in an hour', NOW + HOUR, ['1', 'soon']],
    ['in five hours', NOW + 5 * HOUR, ['1']],
    ['an hour ago', NOW - HOUR, ['1', 'soon', 'overdue']],
    ['never, while it is paused', null, []],
  ])('that is due %s is in the lists that ask for it', (_when, moment, lists) => {
    const due = dueAt(moment);
    expect((['1', 'soon', 'overdue'] as const).filter((wanted) => belongs({ ...ticket, due }, narrow({ due: wanted }), false, NOW))).toEqual(lists);
  });

  it('with nothing due is in no list of what is due', () => {
    expect((['1', 'soon', 'overdue'] as const).some((wanted) => belongs(ticket, narrow({ due: wanted }), false, NOW))).toBe(false);
  });

  it('stays where a machine opened it, as only the server knows', () => {
    expect(belongs(ticket, narrow({ automatic: '1' }), true, NOW)).toBe(true);
    expect(belongs(ticket, narrow({ automatic: '1' }), false, NOW)).toBe(false);
    expect(belongs(ticket, narrow({ answeredWithin: '30' }), false, NOW)).toBe(false);
  });
});

it('puts high before none before medium before low, the newest of each first', () => {
  const row = (id: number, severity: '' | 'H' | 'M' | 'L', ts: number) => aTicket({ id, severity, ts });
  const rows = [row(1, 'L', 90), row(2, '', 10), row(3, 'M', 80), row(4, 'H', 5), row(5, '', 20)];
  expect([...rows].sort(compare('priority')).map(({ id }) => id)).toEqual([4, 5, 2, 3, 1]);
  expect([...rows].sort(compare('oldest')).map(({ id }) => id)).toEqual([4, 2, 5, 3, 1]);
});

it('puts the soonest due first, and what is never due behind, the newest of it first', () => {
  const row = (id: number, at: number | null | undefined, ts: number) => aTicket({ id, ts, due: at === undefined ? null : dueAt(at) });
  const rows = [row(1, undefined, 80), row(2, 500, 10), row(3, undefined, 90), row(4, 300, 5), row(5, null, 85)];
  expect([...rows].sort(compare('due')).map(({ id }) => id)).toEqual([4, 2, 3, 5, 1]);
});
