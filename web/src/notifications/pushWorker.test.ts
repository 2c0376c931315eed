import { expect, it } from 'vitest';
import source from '../../public/push-worker.js?raw';

interface Card {
  body: string;
  timestamp: number;
  data: { path: string | null };
  actions: { action: string }[];
  close: () => void;
}

/** The worker's file with the parts of a browser that it uses. */
function start(texts: object | null = null) {
  let cards: Card[] = [];
  const heard = new Map<string, (event: unknown) => void>();
  const scope = {
    clients: { matchAll: () => Promise.resolve([]) },
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
    registration: {
      showNotification: (_title: string, { body, data, actions }: Pick<Card, 'body' | 'data' | 'actions'>) => {
        // All of one moment: a clock does not tell them apart.
        const card: Card = { body, data, actions, timestamp: 5, close: () => (cards = cards.filter((one) => one !== card)) };
        cards.push(card);
        return Promise.resolve();
      },
      // In no order that a browser promises.
      getNotifications: () => Promise.resolve([...cards].reverse()),
    },
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a worker is a script of its own, not a module
  const run = new Function('self', 'caches', source) as (self: unknown, caches: unknown) => void;
  const kept = { match: () => Promise.resolve({ json: () => Promise.resolve(texts) }) };
  run(scope, { open: () => (texts === null ? Promise.reject(new Error('none')) : Promise.resolve(kept)) });
  return {
    push: (notice: unknown) =>
      new Promise<unknown>((done) => heard.get('push')?.({ data: { json: () => notice }, waitUntil: (shown: Promise<void>) => done(shown) })),
    shown: () => cards.map(({ data, actions }) => [data.path, ...actions.map(({ action }) => action)]),
    bodies: () => cards.map((card) => card.body).sort(),
  };
}

it('keeps the newest three cards, also of those that came in one moment', async () => {
  const worker = start();
  const pushes = [1, 2, 3, 4, 5].map((id) => worker.push({ id, type: 'assigned', title: 'New', body: `Ticket ${id}` }));
  await Promise.all(pushes);
  expect(worker.bodies()).toEqual(['Ticket 3', 'Ticket 4', 'Ticket 5']);
});

it('says in the words that were left for it what an SLA promised, and by which policy', async () => {
  const kinds = { sla_breached: { title: 'SLA breached', body: '#{{number}} ({{subject}}): {{metric}}, {{policy}}' } };
  const notice = { id: 1, type: 'sla_breached', title: 'T', body: 'B', ticket_number: '12', subject: 'Lamp', detail: 'first_reply Gold desk' };
  const worker = start({ kinds, metrics: { first_reply: 'First reply' } });
  await worker.push(notice);
  expect(worker.bodies()).toEqual(['#12 (Lamp): First reply, Gold desk']);
  // A release before this one left no such words.
  const older = start({ kinds: {} });
  await older.push(notice);
  expect(older.bodies()).toEqual(['B']);
});

it.each([
  ['a ticket', { category: 'system', channel: 'ticket', ticket_number: '12' }, ['/ticket/12', 'view', 'close']],
  ['a trade item', { category: 'trade', channel: '', ticket_number: '' }, ['/analyst_intelligence/7', 'view', 'close']],
  ['nothing that opens', { category: 'system', channel: '', ticket_number: '' }, [null, 'close']],
])('leads to %s, as the list of notifications does', async (_what, notice, shown) => {
  const worker = start();
  await worker.push({ id: 7, type: 'x', title: 'T', body: 'B', ...notice });
  expect(worker.shown()).toEqual([shown]);
});
