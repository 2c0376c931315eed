import { expect, it } from 'vitest';
import { anAgent } from '../../../../tests/builders';
import type { Mention } from '../../../api/types';
import { emojiAt } from './emojiAt';
import { nameAt, offeredPeople } from './people';

const department = (id: number, name: string, deleted = false) => ({ id, name, deleted });
const agents = [
  anAgent({ username: 'agent1', name: 'Mei One' }),
  anAgent({ username: 'boss', name: 'José' }),
  anAgent({ username: 'meera', name: 'Aisyah' }),
  anAgent({ username: 'agent4', name: 'Tan Mei' }),
];
const names = (typed: string) => offeredPeople(agents, [department(1, 'Meetings'), department(2, 'Mending', true)], typed, 'agent1', 8).map(({ name }) => name);

it('matches names and usernames, their beginnings first, departments then, and oneself last', () => {
  expect(names('me')).toEqual(['Aisyah', 'Tan Mei', 'Meetings', 'Mei One']);
  expect(names('jose')).toEqual(['José']);
  expect(names('')).toEqual(['Aisyah', 'José', 'Tan Mei', 'Meetings', 'Mei One']);
  expect(names('nobody')).toEqual([]);
});

it('offers a few of five hundred', () => {
  const many = Array.from({ length: 500 }, (_, at) => anAgent({ username: `u${at}`, name: `Colleague ${at}` }));
  expect(offeredPeople(many, [], 'colleague', 'u0', 8)).toHaveLength(8);
});

const mei: Mention = { kind: 'user', username: 'agent2', name: 'Mei' };

it.each([
  ['@', 0, ''],
  ['ask @me', 4, 'me'],
  ['ask @mei l', 4, 'mei l'],
  ['请@小', 1, '小'],
])('in %s a name is being typed', (text, start, query) => {
  expect(nameAt(text, text.length, [])).toEqual({ start, query });
});

it('an address is no name, and neither is what was taken already', () => {
  expect(nameAt('me@shop', 7, [])).toBeNull();
  expect(nameAt('@Mei please', 11, [mei])).toBeNull();
  expect(nameAt('@Mei ', 5, [])).toBeNull();
  expect(nameAt('@Mei @Ai', 8, [mei])).toEqual({ start: 5, query: 'Ai' });
});

it.each([
  [':smi', { start: 0, query: 'smi', meant: true }],
  ['Thanks :D', { start: 7, query: 'D', meant: false }],
  [':', { start: 0, query: '', meant: false }],
  ['👍:ok', { start: 2, query: 'ok', meant: true }],
  [':笑', { start: 0, query: '笑', meant: true }],
  ['at 10:30', null],
  ['https://a', null],
  ['so: ', null],
])('in %s an emoji is %o', (text, found) => {
  expect(emojiAt(text, text.length)).toEqual(found);
});
