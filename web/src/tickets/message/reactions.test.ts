import { expect, it } from 'vitest';
import { groupReactions } from './reactions';

it("counts each emoji, and tells the desk's from the customer's and one's own from the team's", () => {
  const reactions = [
    { reaction: '👍', username: 'visitor', name: 'Aisyah' },
    { reaction: ':party:', username: 'agent1', name: 'Agent One', team: true },
    { reaction: '👍', username: 'agent2', name: 'Agent Two' },
    { reaction: ':party:', username: 'agent2', name: 'Agent Two', team: true },
    { reaction: ':ok:', username: 'agent3', name: 'Agent Three', team: true },
  ];
  expect(groupReactions({ reactions }, 'agent1')).toEqual([
    { emoji: '👍', count: 2, ours: true, team: false, names: ['Aisyah', 'Agent Two'] },
    { emoji: ':party:', count: 2, ours: true, team: true, names: ['Agent One', 'Agent Two'] },
    { emoji: ':ok:', count: 1, ours: false, team: true, names: ['Agent Three'] },
  ]);
});
