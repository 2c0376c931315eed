// Routing: an admin makes a queue and a skill, a customer writes, the agent who is there is offered the
// ticket, lets it pass and accepts it by key, and the ticket says why it came to whom.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { settings } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [CUSTOMER] = customersOf('routing', 196);
const WORDS = 'Which of your shops has the green lamp?';
const QUEUE = 'Shops';

export function routing(shared) {
  let boss, desk, admin, agent;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const offers = () => agent.getByRole('region', { name: 'Offered tickets' });
  const fold = () => agent.getByRole('region', { name: 'Routing' });

  before(async () => {
    [boss, desk] = [await openContext(shared.browser), await openContext(shared.browser)];
    [admin, agent] = [await boss.page(), await desk.page()];
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent2', PASSWORD);
    for (const page of [admin, agent]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk].flatMap((context) => [...context.complaints]);
    await Promise.all([boss.close(), desk.close()]);
    assert.deepEqual(complaints, []);
  });

  test('an admin adds a skill and sets who has it, by keyboard', async () => {
    await settings(admin, 'Routing');
    await window().getByText('No queues yet').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'New skill' }).focus();
    await admin.keyboard.press('Enter');
    await window().getByLabel('Name of the new skill').waitFor();
    await admin.keyboard.type('Lamps');
    await admin.keyboard.press('Enter');
    const cell = window().getByLabel('Demo Agent Two, Lamps');
    await cell.focus();
    const kept = admin.waitForResponse((answer) => /\/api\/routing\/agents\/\d+$/.test(answer.url()) && answer.ok());
    await admin.keyboard.press('4');
    await kept;
    await becomes(() => cell.inputValue(), '4');
  });

  test('an admin makes a queue by keyboard, and is told what is missing', async () => {
    await window().getByRole('button', { name: 'New queue' }).focus();
    await admin.keyboard.press('Enter');
    const name = window().getByLabel('Name', { exact: true });
    await name.waitFor();
    await name.press('Enter');
    await window().getByText('Enter a name.').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.keyboard.type(QUEUE);
    await window().getByLabel('Time to accept').fill('600');
    await name.press('Enter');
    await window().getByRole('button', { name: new RegExp(`^${QUEUE}`) }).waitFor();
    await window().getByText('Longest idle', { exact: false }).first().waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('only the agent who is there is offered what comes, and the focus stays where it is', async () => {
    // The admin is there as well, and must not be asked.
    const away = { status: 'BUSY', reason: 'Settings' };
    const told = await admin.request.post(`${core()}/api/online_status/update`, { data: away, headers: { origin: core() } });
    assert.ok(told.ok(), await told.text());
    await agent.goto(`${core()}/ticket`);
    await agent.locator('[data-ticket]').first().waitFor();
    const focus = () => agent.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
    const before = await focus();
    await shared.stand.write(CUSTOMER, WORDS);
    await offers().getByText(/#\d+ · Shops/).waitFor();
    assert.equal(await focus(), before);
    assert.match(await offers().getByRole('timer').textContent(), /^9:\d\d$|^10:00$/);
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('an offer survives a reload, and Accept by key opens the ticket', async () => {
    await agent.reload();
    await offers().getByText(/#\d+ · Shops/).waitFor();
    // A press on a card that has only just come is not taken: it was meant for what was there before.
    await agent.waitForTimeout(400);
    await agent.keyboard.press('Alt+y');
    await agent.getByRole('log').getByText(WORDS).waitFor();
    await offers().waitFor({ state: 'detached' });
  });

  test('the ticket says why it was given, and to whom it was not', async () => {
    await fold().getByRole('button', { name: 'Routing', expanded: false }).click();
    await fold().getByText(/by Shops, accepted/).waitFor();
    await fold().getByRole('button', { name: /candidates?$/ }).first().click();
    await fold().getByText('Not asked: away').first().waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('moved to its queue again by key it is offered anew, and declined', async () => {
    await agent.getByRole('log').getByText(WORDS).click();
    await agent.keyboard.press('Shift+v');
    const picker = agent.getByRole('dialog', { name: 'Move to queue' });
    await picker.waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
    await agent.keyboard.type(QUEUE);
    await agent.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await offers().waitFor();
    // A press on a card that has only just come is not taken: it was meant for what was there before.
    await agent.waitForTimeout(400);
    await offers().getByRole('button', { name: /^Decline/ }).click();
    await offers().waitFor({ state: 'detached' });
    await fold().getByText('Waiting for an agent').waitFor();
    await fold().getByText(/by Shops, declined/).waitFor();
  });

  test('on a phone nothing of it scrolls sideways', async () => {
    const wide = admin.viewportSize();
    await admin.setViewportSize({ width: 360, height: 740 });
    await window().getByRole('button', { name: new RegExp(`^${QUEUE}`) }).click();
    await window().getByLabel('Time to accept').waitFor();
    assert.ok((await admin.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'Cancel', exact: true }).click();
    await admin.setViewportSize(wide);
  });

  test('a deleted queue gives nothing any more', async () => {
    await window().getByRole('button', { name: `Delete ${QUEUE}` }).click();
    const asked = admin.getByRole('dialog', { name: `Delete ${QUEUE}?` });
    await asked.getByRole('button', { name: 'Delete queue' }).click();
    await window().getByText('No queues yet').waitFor();
    const back = await admin.request.post(`${core()}/api/online_status/update`, { data: { status: 'ONLINE' }, headers: { origin: core() } });
    assert.ok(back.ok(), await back.text());
  });
}
