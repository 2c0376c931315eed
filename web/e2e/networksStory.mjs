// One inbox, many networks: a customer plays on the phone page of each, an agent answers from the desk.
// The demo connected them all; what an account is called and where its phone is, the simulator tells.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD } from './stand.mjs';
import { answer, meet, phones, say, sees, show, take } from './talks.mjs';

const NETWORKS = ['graph-email', 'line', 'sms', 'x', 'whatsapp', 'facebook', 'instagram', 'email', 'chatbot'];
const CUSTOMERS = customersOf('networks', ...NETWORKS.map((_, at) => 301 + at));
// Where the provider tells a business that its message arrived; an open phone may have it read at
// once. The others know that it was sent.
const TELLS = ['sms', 'whatsapp', 'facebook', 'chatbot'];

export function networks(shared) {
  let agent, desk, customer;

  before(async () => {
    agent = await openContext(shared.browser);
    customer = await openContext(shared.browser, { viewport: { width: 390, height: 844 } });
    desk = await agent.page();
    await logIn(desk, shared.stand.core, 'agent1', PASSWORD, { at: '/ticket' });
    await desk.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await desk.locator('[data-ticket]').first().waitFor();
  });
  after(() => Promise.all([agent.close(), customer.close()]));

  test('the demo knows every network that is played here', async () => {
    assert.deepEqual((await phones(shared.stand)).map(({ id }) => id), ['telegram', ...NETWORKS]);
  });

  for (const [place, id] of NETWORKS.entries()) {
    test(`a customer and an agent talk by ${id}`, async () => {
      const network = (await phones(shared.stand)).find((one) => one.id === id);
      const user = CUSTOMERS[place];
      const hello = `Hello from ${id}, a café in Kuching.`;
      const reply = `Welcome, customer of ${id}. 😀`;
      const phone = await customer.page();
      try {
        await meet(shared.stand, network, user, `Demo Customer ${user}`);
        await phone.goto(network.address(user));
        await say(phone, hello);

        await take(desk, hello);
        await answer(desk, reply);
        await phone.locator('#messages').getByText(reply).waitFor();
        assert.equal(await phone.locator('#messages').getByText(reply).count(), 1);
        const state = desk.locator('article', { hasText: reply }).locator('[role=img]');
        const arrived = TELLS.includes(id) ? /^(Delivered|Read)$/ : /^(Sent|Delivered|Read)$/;
        await state.and(desk.getByLabel(arrived)).first().waitFor();

        // A picture, as the customer's own file.
        assert.equal(await show(phone), true);
        await sees(desk);
        assert.deepEqual(customer.complaints, []);
      } finally {
        await phone.close();
      }
    });
  }

  test('an answer by email keeps its formatting, over a reload and up to the customer', async () => {
    const place = NETWORKS.indexOf('email');
    const network = (await phones(shared.stand)).find(({ id }) => id === 'email');
    const phone = await customer.page();
    try {
      await take(desk, 'Hello from email, a café in Kuching.');
      const field = desk.locator('[contenteditable=true][aria-label="Your answer"]');
      await field.click();
      await desk.keyboard.type('It is ');
      await desk.keyboard.press('Control+b');
      await desk.keyboard.type('paid');
      await desk.keyboard.press('Control+b');
      await desk.keyboard.type(':');
      await desk.keyboard.press('Enter');
      await desk.keyboard.type('- one lamp');
      await desk.keyboard.press('Enter');
      await desk.keyboard.type('two bulbs');
      await desk.getByText('Draft saved').waitFor();
      await desk.reload();
      await field.locator('strong', { hasText: 'paid' }).waitFor();
      await field.locator('li', { hasText: 'two bulbs' }).waitFor();
      await field.press('Control+Enter');
      const page = desk.getByRole('log').locator('iframe').last().contentFrame();
      await page.locator('strong', { hasText: 'paid' }).waitFor();
      // The page the core made takes the place of the one drawn at once.
      await becomes(() => page.locator('li').allInnerTexts().catch(() => []), ['one lamp', 'two bulbs']);
      await becomes(() => field.textContent(), '');
      await phone.goto(network.address(CUSTOMERS[place]));
      await phone.locator('#messages').getByText('two bulbs').waitFor();
      assert.equal(await phone.locator('#messages').getByText('two bulbs').count(), 1);
      // Without formatting a mail stays plain.
      await answer(desk, 'Thank you, and goodbye.');
      await desk.getByRole('log').getByText('Thank you, and goodbye.').waitFor();
    } finally {
      await phone.close();
    }
  });

  test('nothing went wrong at the desk meanwhile', () => assert.deepEqual(agent.complaints, []));
}
