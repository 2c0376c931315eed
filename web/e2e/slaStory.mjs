// Service levels: an admin makes a policy by keyboard, a customer writes, and the desk sees the time run,
// on the row, in the conversation and in the list of what is due, until somebody answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { settings } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [CUSTOMER] = customersOf('sla', 198);
const WORDS = 'How long does the repair of my lamp take?';
const POLICY = 'Repairs';
const FIRST_REPLY = /^First reply due in \d+ (minute|hour)s?$/;
const RESOLUTION = /^Resolution due in \d+ hours?$/;

export function serviceLevels(shared) {
  let boss, desk, admin, agent;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const row = () => agent.locator('[data-ticket]', { hasText: WORDS });
  const head = () => agent.locator('header', { has: agent.getByRole('button', { name: 'Show or hide details' }) });
  const fold = () => agent.getByRole('region', { name: 'SLA' });

  /** Until what has the focus is called so. */
  const focused = (page, name) => page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, name);

  before(async () => {
    [boss, desk] = [await openContext(shared.browser), await openContext(shared.browser)];
    [admin, agent] = [await boss.page(), await desk.page()];
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    for (const page of [admin, agent]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk].flatMap((context) => [...context.complaints]);
    await Promise.all([boss.close(), desk.close()]);
    assert.deepEqual(complaints, []);
  });

  test('an admin makes a policy by keyboard, and is told what is missing', async () => {
    await settings(admin, 'SLA policies');
    await window().getByText('No SLA policies yet').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'New policy' }).focus();
    await admin.keyboard.press('Enter');
    const name = window().getByLabel('Name', { exact: true });
    await name.waitFor();
    await name.press('Enter');
    await window().getByText('Enter a name.').waitFor();
    await window().getByText('Set at least one target.').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.keyboard.type(POLICY);
    await admin.keyboard.press('Tab');
    // Behind the name the conditions begin.
    await admin.waitForFunction(() => document.activeElement?.textContent === 'Add condition');
    await admin.keyboard.press('Enter');
    const values = window().getByRole('combobox', { name: 'Condition 1, any of' });
    await values.pressSequentially('Telegram');
    await admin.getByRole('option', { name: /Telegram/ }).first().waitFor();
    await values.press('ArrowDown');
    await values.press('Enter');
    await window().getByRole('group', { name: 'Condition 1' }).getByText(/Telegram/).first().waitFor();
    await window().getByRole('textbox', { name: 'First reply, hours' }).pressSequentially('1');
    await admin.keyboard.press('Tab');
    // At once, as people type: a field that moves the caret after its focus would lose the number.
    await admin.keyboard.type('30');
    await window().getByRole('textbox', { name: 'Resolution, hours' }).pressSequentially('9');
    await window().getByLabel('Calendar', { exact: true }).focus();
    await window().getByLabel('Calendar', { exact: true }).selectOption({ label: 'Around the clock (24/7)' });
    await window().getByRole('textbox', { name: 'Resolution, hours' }).press('Enter');
    await window().getByRole('button', { name: new RegExp(`^${POLICY}`) }).waitFor();
    await window().getByText('First reply 1 h 30 min, resolution 9 h · 1 condition · Around the clock (24/7)', { exact: false }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('two policies change places by keyboard, and the focus stays', async () => {
    // One that is for nobody who writes here.
    const data = { name: 'Polish desk', resolution: 2880, conditions: [{ field: 'language', values: ['pl'] }] };
    const made = await admin.request.post(`${core()}/api/sla/policies`, { data, headers: { origin: core() } });
    assert.ok(made.ok(), await made.text());
    const up = window().getByRole('button', { name: 'Move Polish desk up' });
    await up.waitFor();
    await up.focus();
    await admin.keyboard.press('Enter');
    const first = () => window().getByRole('list', { name: 'SLA policies' }).getByRole('listitem').first();
    await first().getByText('Polish desk', { exact: true }).waitFor();
    await focused(admin, 'Move Polish desk down');
    await admin.waitForFunction(() => document.querySelector('[aria-label="Enable Polish desk"]')?.disabled === false);
    await admin.keyboard.press('Enter');
    await first().getByText(POLICY, { exact: true }).waitFor();
    await window().getByRole('button', { name: 'Delete Polish desk' }).click();
    await admin.getByRole('dialog', { name: 'Delete Polish desk?' }).getByRole('button', { name: 'Delete policy' }).click();
    await up.waitFor({ state: 'detached' });
  });

  test('the row of a new ticket counts down', async () => {
    await agent.locator('[data-ticket]').first().waitFor();
    await agent.evaluate(() => (globalThis.notReloaded = true));
    await shared.stand.write(CUSTOMER, WORDS);
    await row().getByRole('img', { name: FIRST_REPLY }).waitFor();
    assert.match(await row().getByRole('img', { name: FIRST_REPLY }).textContent(), /^\d+[mh]$/);
    assert.equal(await agent.evaluate(() => globalThis.notReloaded), true);
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('what is due soon has a view, and a place in the filter', async () => {
    await agent.getByRole('button', { name: /^Views/ }).click();
    await agent.getByRole('menuitem', { name: /^SLA soon/ }).click();
    await agent.waitForURL(/due=soon/);
    await row().waitFor();
    await agent.getByRole('button', { name: /^Filter(:|$)/ }).click();
    const dialog = agent.getByRole('dialog', { name: 'Filter tickets' });
    await dialog.getByRole('combobox', { name: 'Due', exact: true }).click();
    await agent.getByRole('option', { name: 'Overdue', exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await agent.waitForURL(/due=overdue/);
    await row().waitFor({ state: 'detached' });
    await agent.goBack();
    await row().waitFor();
  });

  test('the conversation says it as well, and its details list the clocks', async () => {
    await row().getByRole('link').click();
    await agent.getByRole('log').getByText(WORDS).waitFor();
    await head().getByRole('img', { name: FIRST_REPLY }).waitFor();
    await fold().getByRole('button', { name: 'SLA' }).focus();
    await agent.keyboard.press('Enter');
    await fold().getByRole('listitem').filter({ hasText: 'First reply' }).getByText(/^Due /).waitFor();
    await fold().getByText(`Policy ${POLICY}`).first().waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('an answer meets the first promise, and the next one counts', async () => {
    await agent.getByLabel('Your answer').fill('About three days.');
    await agent.keyboard.press('Enter');
    await agent.getByRole('log').getByText('About three days.').waitFor();
    await fold().getByRole('listitem').filter({ hasText: 'First reply' }).getByText(/^Met /).waitFor();
    await head().getByRole('img', { name: RESOLUTION }).waitFor();
    // Due in nine hours, it is no longer soon.
    await row().waitFor({ state: 'detached' });
  });

  test('on a phone nothing of it scrolls sideways', async () => {
    const before = agent.viewportSize();
    await agent.setViewportSize({ width: 360, height: 740 });
    await head().getByRole('img', { name: RESOLUTION }).waitFor();
    assert.ok((await agent.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await agent.setViewportSize(before);
    const wide = admin.viewportSize();
    await admin.setViewportSize({ width: 360, height: 740 });
    await window().getByRole('button', { name: new RegExp(`^${POLICY}`) }).click();
    await window().getByRole('textbox', { name: 'First reply, hours' }).waitFor();
    assert.ok((await admin.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    assert.deepEqual(await violations(admin, AXE), []);
    await window().getByRole('button', { name: 'Cancel', exact: true }).click();
    await admin.setViewportSize(wide);
  });

  test('a policy is deleted after it was asked, and nothing is due any more', async () => {
    // Without the room for it the fold was taken down.
    await fold().getByRole('button', { name: 'SLA', expanded: false }).click();
    await window().getByRole('button', { name: `Delete ${POLICY}` }).click();
    const asked = admin.getByRole('dialog', { name: `Delete ${POLICY}?` });
    await asked.waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await asked.getByRole('button', { name: 'Delete policy' }).click();
    await window().getByText('No SLA policies yet').waitFor();
    await head().getByRole('img', { name: RESOLUTION }).waitFor({ state: 'detached' });
    await fold().getByRole('listitem').filter({ hasText: 'Resolution' }).getByText(/^Cancelled /).waitFor();
  });
}
