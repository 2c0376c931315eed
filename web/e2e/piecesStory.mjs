// Each piece that may be missing in a browser or cut off on the way, taken away alone: the desk goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD } from './stand.mjs';

const [CUSTOMER] = customersOf('pieces', 871);

/** Takes names from the window before anything runs. */
const without =
  (...names) =>
  (context) =>
    context.addInitScript((gone) => {
      for (const name of gone) delete globalThis[name];
    }, names);

const PIECES = {
  'web push': without('PushManager'),
  notifications: without('Notification'),
  'service workers': (context) => context.addInitScript(() => delete Navigator.prototype.serviceWorker),
  'calls in the browser': without('RTCPeerConnection', 'webkitRTCPeerConnection', 'MediaStream'),
  sound: without('Audio', 'AudioContext', 'webkitAudioContext'),
  fonts: (context) => context.route('**/*.woff2', (route) => route.abort()),
  storage: (context) =>
    context.addInitScript(() => {
      const shut = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
      Storage.prototype.setItem = shut;
    }),
  'the socket': (context) => context.routeWebSocket(/./, (socket) => void socket.close()),
};

export function pieces(shared) {
  for (const [name, take] of Object.entries(PIECES)) {
    test(`an agent reads and answers without ${name}`, async () => {
      // All parts of the desk are fetched, so that none stumbles over what is missing.
      const agent = await openContext(shared.browser, { isIdle: true });
      // What was taken away on purpose is told once by the browser itself.
      agent.allow(/ERR_FAILED.*woff2/, /WebSocket/);
      const asked = [];
      agent.context.on('request', (request) => asked.push(request.url()));
      await take(agent.context);
      const page = await agent.page();
      const question = `Does it work without ${name}?`;
      await shared.stand.write(CUSTOMER, question);
      await logIn(page, shared.stand.core, 'agent1', PASSWORD, { at: '/ticket' });
      await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
      // Without the socket nothing comes by itself: the list is asked anew.
      const row = page.locator('[data-ticket]', { hasText: question });
      for (let again = 0; again < 30; again += 1) {
        await page.locator('[data-ticket]').first().waitFor();
        if (await row.first().waitFor({ timeout: 1_000 }).then(() => true, () => false)) break;
        await page.goto(`${shared.stand.core}/ticket`);
      }
      await row.first().getByRole('link').click();
      await page.getByRole('log').getByText(question).waitFor();
      const answer = `It does, without ${name}.`;
      await page.getByLabel('Your answer').fill(answer);
      await page.getByLabel('Your answer').press('Enter');
      await page.getByRole('log').locator('article', { hasText: answer }).waitFor();
      const phone = await agent.page();
      await phone.goto(shared.stand.phone(CUSTOMER));
      await phone.locator('#messages').getByText(answer).waitFor();
      // Nothing is fetched from anywhere else, and nothing for meetings before there is one.
      const own = [new URL(shared.stand.core).host, new URL(shared.stand.simulator).host];
      assert.deepEqual(asked.filter((url) => /^https?:/.test(url) && !own.includes(new URL(url).host)), []);
      assert.deepEqual(asked.filter((url) => /meeting/i.test(url)), []);
      assert.deepEqual(agent.complaints, []);
      await agent.close();
    });
  }
}
