// The server ends and starts ten times while three people work: everybody comes back alone, sees
// each missed message once, and keeps what was typed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD } from './stand.mjs';

// What the demo's customers last said depends on the stories before.
const CUSTOMERS = customersOf('restart', 183, 184);
const OPENINGS = ['Which size fits a small door?', 'Is the blue one back?'];
const ROUNDS = 10;
const BACK_MS = 60_000;

export function restarts(shared) {
  const people = [];

  before(async () => {
    for (const [at, customer] of CUSTOMERS.entries()) await shared.stand.write(customer, OPENINGS[at]);
    for (const [username, opening] of [['agent1', OPENINGS[0]], ['agent2', OPENINGS[1]], ['agent3', null]]) {
      const context = await openContext(shared.browser, { isIdle: true });
      context.allow(/net::ERR_/, /WebSocket connection/, /50[0-9].*\/api\//);
      const page = await context.page();
      await logIn(page, shared.stand.core, username, PASSWORD, { at: '/ticket' });
      if (opening !== null) {
        await page.locator('[data-ticket]', { hasText: opening }).first().getByRole('link').click();
        await page.getByRole('log').getByText(opening).first().waitFor();
      }
      people.push({ context, page });
    }
  });
  after(() => Promise.all(people.map(({ context }) => context.close())));

  const shown = (page) => page.locator('[role=log] article').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const line = (customer, round) => `Restart ${round}, customer ${customer}.`;

  test('ten restarts lose and double nothing', { timeout: 600_000 }, async (t) => {
    const begun = Date.now();
    const [one, two, list] = people.map(({ page }) => page);
    const typing = [one, two].map((page) => page.getByLabel('Your answer'));
    for (let round = 1; round <= ROUNDS; round += 1) {
      // Half of the ends are orderly, half are not.
      await shared.stand.end(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
      for (const field of typing) await field.pressSequentially(`${round} `);
      for (const customer of CUSTOMERS) await shared.stand.write(customer, line(customer, round));
      await shared.stand.begin();
      await Promise.all([
        one.getByRole('log').getByText(line(CUSTOMERS[0], round)).waitFor({ timeout: BACK_MS }),
        two.getByRole('log').getByText(line(CUSTOMERS[1], round)).waitFor({ timeout: BACK_MS }),
        list.locator('[data-ticket]', { hasText: line(CUSTOMERS[1], round) }).waitFor({ timeout: BACK_MS }),
      ]);
    }
    t.diagnostic(`${ROUNDS} restarts in ${Date.now() - begun} ms`);

    const typed = `${Array.from({ length: ROUNDS }, (_, n) => n + 1).join(' ')} `;
    for (const field of typing) assert.equal(await field.inputValue(), typed);
    for (const [at, page] of [one, two].entries()) {
      const got = (await shown(page)).map((text) => /Restart (\d+), customer/.exec(text)?.[1]).filter((number) => number !== undefined);
      assert.deepEqual(got.map(Number), Array.from({ length: ROUNDS }, (_, n) => n + 1), `person ${at + 1}`);
    }
    for (const customer of CUSTOMERS) {
      assert.equal(await list.locator('[data-ticket]', { hasText: line(customer, ROUNDS) }).count(), 1);
    }
    for (const { page } of people) await page.getByText('No connection.', { exact: false }).waitFor({ state: 'hidden' });
  });

  test('nothing else complained', () => assert.deepEqual(people.flatMap(({ context }) => context.complaints), []));
}
