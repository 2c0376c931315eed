import { expect, it } from 'vitest';
import { bodyOf, draftOf, fieldsOf, gapsIn, levelOf, overflowTo, withLevel, type RoutingAgent, type RoutingQueue } from './model';

const QUEUE: RoutingQueue = { ...draftOf(null), id: 3, name: 'Sales', waiting: 0, waiting_since: null, broken: false };
const MEI: RoutingAgent = {
  user_id: 5,
  username: 'mei',
  name: 'Mei',
  capacity: null,
  load: 0,
  not_reachable: null,
  skills: [{ skill_id: 1, level: 3 }],
};

it('begins a new queue for every ticket and all agents, who are asked around the clock', () => {
  expect(draftOf(null)).toMatchObject({ enabled: true, conditions: [], all_agents: true, strategy: 'longest_idle', offer_seconds: 60, always: true, overflow_queue_id: null });
});

it('sends 0 seconds where nobody is asked, and knows the time again when somebody is', () => {
  const silent = fieldsOf({ ...QUEUE, offer_seconds: 0 });
  expect(silent).toMatchObject({ asks: false, offer_seconds: 60 });
  expect(bodyOf(silent)).toEqual({ ...draftOf(QUEUE), offer_seconds: 0 });
  expect(bodyOf({ ...silent, asks: true })).toEqual(draftOf(QUEUE));
});

it.each([
  [{}, {}],
  [{ all_agents: false }, { agents: 'fault.agents' }],
  [{ all_agents: true, agents: [] }, {}],
  [{ strategy: 'most_skilled' as const }, { skills: 'fault.skills' }],
  [{ offer_seconds: 0 }, { offer_seconds: 'fault.offer' }],
  [{ offer_seconds: 9 }, { offer_seconds: 'fault.offer' }],
  [{ offer_seconds: 0, asks: false }, {}],
  [{ overflow_queue_id: 4, overflow_minutes: 0 }, { overflow_minutes: 'fault.overflow' }],
])('of a form with %o it says %o', (part, gaps) => {
  expect(gapsIn({ ...fieldsOf(QUEUE), ...part })).toEqual(gaps);
});

it('gives an overflow its usual time, and takes it away with the queue', () => {
  expect(overflowTo(4, 0)).toEqual({ overflow_queue_id: 4, overflow_minutes: 30 });
  expect(overflowTo(4, 5)).toEqual({ overflow_queue_id: 4, overflow_minutes: 5 });
  expect(overflowTo(null, 5)).toEqual({ overflow_queue_id: null, overflow_minutes: 0 });
});

it('changes one level of an agent, and takes a skill away with level 0', () => {
  expect(withLevel(MEI, 1, 5).skills).toEqual([{ skill_id: 1, level: 5 }]);
  expect(withLevel(MEI, 2, 1).skills).toEqual([{ skill_id: 1, level: 3 }, { skill_id: 2, level: 1 }]);
  expect(withLevel(MEI, 1, 0).skills).toEqual([]);
  expect(levelOf(MEI, 1)).toBe(3);
  expect(levelOf(MEI, 2)).toBe(0);
});
