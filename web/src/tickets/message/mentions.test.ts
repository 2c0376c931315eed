import { expect, it } from 'vitest';
import type { Mention } from '../../api/types';
import { mentionParts, stillMentioned } from './mentions';

const user = (username: string, name: string): Mention => ({ kind: 'user', username, name });
const mei = user('agent2', 'Mei');
const meiLing = user('agent3', 'Mei Ling');
const sales: Mention = { kind: 'department', id: 4, name: 'Sales (KL)' };

const named = (text: string, mentions: Mention[]) =>
  mentionParts(text, mentions).flatMap((part) => (part.kind === 'mention' ? [[part.text, part.mention]] : []));

it('finds whom a note names, the longer name first', () => {
  expect(named('@Mei Ling and @Mei, ask @Sales (KL).', [mei, meiLing, sales])).toEqual([['@Mei Ling', meiLing], ['@Mei', mei], ['@Sales (KL)', sales]]);
  expect(mentionParts('so @Mei!', [mei])).toEqual([{ kind: 'text', text: 'so ' }, { kind: 'mention', text: '@Mei', mention: mei }, { kind: 'text', text: '!' }]);
});

it('takes neither addresses nor longer words for names', () => {
  expect(named('write to a@Mei or @Meiling', [mei])).toEqual([]);
  expect(mentionParts('@Mei', [])).toEqual([{ kind: 'text', text: '@Mei' }]);
});

it('finds names in text without blanks', () => {
  const ming = user('ming', '小明');
  expect(named('请@小明看一下', [ming])).toEqual([['@小明', ming]]);
});

it('forgets whose name was removed, and of two of one name the one who was taken first', () => {
  expect(stillMentioned('@Mei Ling', [mei, meiLing])).toEqual([meiLing]);
  const other = user('agent9', 'Mei');
  expect(stillMentioned('@Mei and @Mei', [mei, other])).toEqual([mei, other]);
  expect(stillMentioned('@Mei', [mei, other])).toEqual([other]);
  expect(stillMentioned('@Me', [mei])).toEqual([]);
});
