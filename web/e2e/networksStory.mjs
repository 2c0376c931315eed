// One inbox, many networks: a customer plays on the phone page of each, an agent answers from the desk.
// The demo connected them all; what an account is called and where its phone is, the simulator tells.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { picture } from './pictures.mjs';
import { PASSWORD } from './stand.mjs';

// Customers of this story alone.
const FIRST_CUSTOMER = 301;
const NETWORKS = ['graph-email', 'line', 'sms', 'x', 'whatsapp', 'facebook', 'instagram'];
// Where the provider tells a business that its message arrived; an open phone may have it read at
// once. The others know that it was sent.
const TELLS = ['sms', 'whatsapp', 'facebook'];

export function networks(shared) {
  let agent, desk;

  before(async () => {
    agent = await openContext(shared.browser);
    desk = await agent.page();
    await logIn(desk, shared.stand.core, 'agent1', PASSWORD);
    await desk.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await desk.goto(`${shared.stand.core}/ticket`);
    await desk.locator('[data-ticket]').first().waitFor();
  });
  after(() => agent.close());

  const control = async (path) => (await fetch(`${shared.stand.simulator}/control/providers${path}`)).json();

  test('the demo knows every network that is played here', async () => {
    const joins = (await control('')).filter((card) => card.join);
    assert.deepEqual(joins.map((card) => card.id), NETWORKS);
  });

  for (const [place, id] of NETWORKS.entries()) {
    test(`a customer and an agent talk by ${id}`, async () => {
      const { join } = await control(`/${id}`);
      const user = FIRST_CUSTOMER + place;
      const hello = `Hello from ${id}, a café in Kuching.`;
      const answer = `Welcome, customer of ${id}. 😀`;
      const customer = await openContext(shared.browser, { viewport: { width: 390, height: 844 } });
      try {
        const made = await fetch(`${shared.stand.simulator}/control/providers/${id}/customers`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: user, first_name: `Demo Customer ${user}` }),
        });
        assert.ok(made.ok, await made.text());
        const phone = await customer.page();
        await phone.goto(`${shared.stand.simulator}/phone/${id}?bot=${encodeURIComponent(join.account)}&user=${user}`);
        await phone.locator('#words').fill(hello);
        await phone.locator('#words').press('Enter');

        await desk.locator('[data-ticket]', { hasText: hello }).getByRole('link').first().click();
        await desk.getByRole('log').getByText(hello).waitFor();
        await desk.getByLabel('Your answer').fill(answer);
        await desk.getByLabel('Your answer').press('Enter');
        await phone.locator('#messages').getByText(answer).waitFor();
        assert.equal(await phone.locator('#messages').getByText(answer).count(), 1);
        const state = desk.locator('article', { hasText: answer }).locator('[role=img]');
        const arrived = TELLS.includes(id) ? /^(Delivered|Read)$/ : /^(Sent|Delivered|Read)$/;
        await state.and(desk.getByLabel(arrived)).first().waitFor();

        // A picture, as the customer's own file.
        const chooser = phone.waitForEvent('filechooser');
        await phone.locator('#attach').click();
        await phone.getByRole('menuitem', { name: 'Photo' }).click();
        await (await chooser).setFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: picture(64, 48) });
        await desk.waitForFunction(() => {
          const last = [...document.querySelectorAll('[role=log] article img')].at(-1);
          return last !== undefined && last.naturalWidth > 0;
        });
        assert.deepEqual(customer.complaints, []);
      } finally {
        await customer.close();
      }
    });
  }

  test('nothing went wrong at the desk meanwhile', () => assert.deepEqual(agent.complaints, []));
}
