import { expect, it } from 'vitest';
import { bodyOf, draftOf, fieldsOf, gapsIn, levelOf, overflowTo, withLevel, withValues, withWork, type RoutingAgent, type RoutingQueue } from './model';

const QUEUE: RoutingQueue = { ...draftOf(null), id: 3, name: 'Sales', waiting: 0, waiting_since: null, broken: false };
const MEI: RoutingAgent = {
  user_id: 5,
  username: 'mei',
  name: 'Mei',
  capacity: null,
  load: 0,
  chat_capacity: null,
  chats: 0,
  not_reachable: null,
  skills: [{ skill_id: 1, level: 3 }],
};

it('begins a new queue for every ticket and all agents, who are asked around the clock', () => {
  expect(draftOf(null)).toMatchObject({ enabled: true, work: 'tickets', conditions: [], all_agents: true, strategy: 'longest_idle', offer_seconds: 60, always: true, overflow_queue_id: null });
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

it('keeps of a queue that is to take in live chats what is known of visitors, and of neither kind an overflow into the other', () => {
  const [channel, label] = [
    { field: 'channel' as const, values: ['LIVECHAT'] },
    { field: 'label' as const, values: ['4'] },
  ];
  const tickets = { ...fieldsOf(QUEUE), conditions: [channel, label], overflow_queue_id: 4, overflow_minutes: 5, preferred_seconds: 90, wrap_up_seconds: 30 };
  const part = withWork(tickets, 'live_chats');
  expect(part).toEqual({ work: 'live_chats', conditions: [channel], overflow_queue_id: null, overflow_minutes: 0, preferred_seconds: 0, wrap_up_seconds: 0 });
  const chats = { ...tickets, ...part, overflow_queue_id: 7, overflow_minutes: 5 };
  expect(withWork(chats, 'tickets')).toEqual({ work: 'tickets', overflow_queue_id: null, overflow_minutes: 0 });
  expect(withWork(chats, 'live_chats')).toEqual({});
});

it('has one condition for each field of visitors, and none for a field without a value', () => {
  const malay = [{ field: 'language' as const, values: ['ms'] }];
  expect(withValues(malay, 'channel', ['LIVECHAT'])).toEqual([...malay, { field: 'channel', values: ['LIVECHAT'] }]);
  expect(withValues(malay, 'language', ['ms', 'en'])).toEqual([{ field: 'language', values: ['ms', 'en'] }]);
  expect(withValues(malay, 'language', [])).toEqual([]);
});
