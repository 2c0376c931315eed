import { expect, it } from 'vitest';
import { aSupervisedAgent } from '../../tests/supervisory';
import { byReach, chosenCode, countText, loadShare, pageName, runningText } from './model';

const agent = aSupervisedAgent;

it('puts first who can be given work, the least occupied before the others', () => {
  const agents = [
    agent({ name: 'Offline', not_reachable: 'offline' }),
    agent({ name: 'Away', not_reachable: 'away' }),
    agent({ name: 'Wrap-up', not_reachable: 'wrap_up' }),
    agent({ name: 'None', load: 0, capacity: 0 }),
    agent({ name: 'Full', load: 10 }),
    agent({ name: 'Half', load: 5 }),
    agent({ name: 'Ben', load: 1 }),
    agent({ name: 'Ann', load: 1 }),
  ];
  expect(byReach(agents).map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Half', 'Full', 'None', 'Wrap-up', 'Away', 'Offline']);
});

it.each([
  [3, 10, 0.3],
  [12, 10, 1],
  [0, 0, 0],
  [1, 0, 1],
])('%d of %d is a share of %d', (load, capacity, share) => {
  expect(loadShare({ load, capacity })).toBe(share);
});

it('finds the code of a status', () => {
  const choices = [
    { code: 'ONLINE', name: 'Online' },
    { code: 'PRAYER', name: 'Prayer' },
    { code: 'T1', name: 'Training' },
  ];
  const codes = [agent(), agent({ status: 'AWAY', second_status: 'PRAYER' }), agent({ status: 'AWAY', second_status: 'T1', alternate: 'Training' }), agent({ status: 'OFFLINE' })];
  expect(codes.map((one) => chosenCode(one, choices))).toEqual(['ONLINE', 'PRAYER', 'T1', undefined]);
});

it.each([
  [-1, '0:00'],
  [7_000, '0:07'],
  [760_000, '12:40'],
  [3_723_000, '1:02:03'],
  [86_400_000, null],
])('%d ms run as %s', (ms, text) => {
  expect(runningText(ms)).toBe(text);
});

it('counts as the list does', () => {
  expect([countText({ count: 3, more: false }), countText({ count: 500, more: true })]).toEqual(['3', '500+']);
});

it.each([
  ['https://shop.example/lamps?a=1', ' Lamps ', 'Lamps'],
  ['https://shop.example/lamps?a=1', '', 'shop.example/lamps'],
  ['https://shop.example/', '', 'shop.example'],
  ['', 'Lamps', ''],
  ['javascript:alert(1)', 'Lamps', ''],
])('calls the page %s with the title “%s” “%s”', (page_url, page_title, name) => {
  expect(pageName({ page_url, page_title })).toBe(name);
});
