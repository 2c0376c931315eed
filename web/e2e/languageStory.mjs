// What a ticket is read in: an agent says what the customer writes, a colleague sees it, and without a helper nothing is translated.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { violations } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [CUSTOMER] = customersOf('language', 96);
const WORDS = 'Di manakah lampu yang saya pesan?';

export function languages(shared) {
  let desk, other, agent, colleague;
  const core = () => shared.stand.core;
  const line = (page) => page.locator('dt', { hasText: /^Language$/ }).locator('..');

  async function pick(page, name) {
    await line(page).getByRole('button', { name: 'Change the language' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }

  before(async () => {
    desk = await openContext(shared.browser);
    other = await openContext(shared.browser);
    // Nobody connected a helper.
    desk.allow(/409.*\/api\/translate$/);
    [agent, colleague] = [await desk.page(), await other.page()];
    await shared.stand.write(CUSTOMER, WORDS);
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await agent.locator('[data-ticket]', { hasText: WORDS }).click();
    await agent.getByRole('log').getByText(WORDS).waitFor();
    await agent.waitForURL(/\/ticket\/\d+/);
    await logIn(colleague, core(), 'agent2', PASSWORD, { at: new URL(agent.url()).pathname });
    await colleague.getByRole('log').getByText(WORDS).waitFor();
  });
  after(async () => {
    const complaints = [...desk.complaints, ...other.complaints];
    await Promise.all([desk.close(), other.close()]);
    assert.deepEqual(complaints, []);
  });

  test('an agent says what the customer writes, and everybody sees it', async () => {
    await line(agent).getByText('Not known').waitFor();
    await pick(agent, 'Malay');
    await line(agent).getByText('Malay', { exact: true }).waitFor();
    await line(colleague).getByText('Malay', { exact: true }).waitFor();
    await agent.getByRole('button', { name: 'Show history' }).click();
    await agent.getByText('changed the language from nothing to Malay').waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
  });

  test('without a helper nothing is translated, and everything stays as it was', async () => {
    await pick(agent, 'Chinese');
    await agent.getByRole('alert').getByText('No AI helper that translates is connected.').waitFor();
    await line(agent).getByText('Malay', { exact: true }).waitFor();
    await agent.getByRole('log').getByText(WORDS).waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
  });
}
