import type { SupervisedAgent, SupervisedChat, SupervisedQueue, SupervisoryBoard } from '../src/supervisory/model';

const MINUTE_MS = 60_000;

export function aSupervisedAgent(over: Partial<SupervisedAgent> = {}): SupervisedAgent {
  return {
    user_id: 2,
    username: 'agent2',
    name: 'Mei',
    status: 'ONLINE',
    second_status: '',
    alternate: '',
    reason: '',
    since: Date.now() - 5 * MINUTE_MS,
    open_tickets: 4,
    load: 3,
    capacity: 10,
    chats: 1,
    chat_capacity: 3,
    not_reachable: null,
    ...over,
  };
}

export function aSupervisedQueue(over: Partial<SupervisedQueue> = {}): SupervisedQueue {
  return { id: 1, name: 'Orders', work: 'tickets', enabled: true, open: true, waiting: 0, ringing: 0, oldest_at: null, free_agents: 1, ...over };
}

export function aSupervisedChat(over: Partial<SupervisedChat> = {}): SupervisedChat {
  return {
    ticket_id: 40,
    ticket_number: 1040,
    session_id: 7,
    visitor: 'Vera',
    channel_name: 'Shop site',
    agents: ['agent2'],
    started_at: Date.now() - 10 * MINUTE_MS,
    last_message_at: Date.now() - MINUTE_MS,
    unanswered_since: null,
    page_title: 'Lamps',
    page_url: 'https://shop.example/lamps',
    ...over,
  };
}

const count = (n: number, more = false) => ({ count: n, more });

export function aBoard(over: Partial<SupervisoryBoard> = {}): SupervisoryBoard {
  return {
    at: Date.now(),
    agents: [aSupervisedAgent()],
    queues: [aSupervisedQueue()],
    visitors: { waiting: 3, oldest_at: Date.now() - 2 * MINUTE_MS },
    chats: { running: 1, shown: [aSupervisedChat()] },
    tickets: { open: count(500, true), unassigned: count(12), overdue: count(2), due_soon: count(0) },
    channels: [],
    ...over,
  };
}
