import { expect, it } from 'vitest';
import source from '../../public/push-worker.js?raw';

interface Card {
  body: string;
  timestamp: number;
  data: unknown;
  close: () => void;
}

/** The worker's file with the parts of a browser that it uses. */
function start() {
  let cards: Card[] = [];
  const heard = new Map<string, (event: unknown) => void>();
  const scope = {
    clients: { matchAll: () => Promise.resolve([]) },
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
    registration: {
      showNotification: (_title: string, { body, data }: { body: string; data: unknown }) => {
        // All of one moment: a clock does not tell them apart.
        const card: Card = { body, data, timestamp: 5, close: () => (cards = cards.filter((one) => one !== card)) };
        cards.push(card);
        return Promise.resolve();
      },
      // In no order that a browser promises.
      getNotifications: () => Promise.resolve([...cards].reverse()),
    },
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a worker is a script of its own, not a module
  const run = new Function('self', 'caches', source) as (self: unknown, caches: unknown) => void;
  run(scope, { open: () => Promise.reject(new Error('none')) });
  return {
    push: (notice: unknown) =>
      new Promise<unknown>((done) => heard.get('push')?.({ data: { json: () => notice }, waitUntil: (shown: Promise<void>) => done(shown) })),
    bodies: () => cards.map((card) => card.body).sort(),
  };
}

it('keeps the newest three cards, also of those that came in one moment', async () => {
  const worker = start();
  const pushes = [1, 2, 3, 4, 5].map((id) => worker.push({ id, type: 'assigned', title: 'New', body: `Ticket ${id}` }));
  await Promise.all(pushes);
  expect(worker.bodies()).toEqual(['Ticket 3', 'Ticket 4', 'Ticket 5']);
});
