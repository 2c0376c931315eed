// An admin asks for something of each ticket, two agents fill it in at once, and no ticket is closed without it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { settings } from './dialogs.mjs';
import { violations, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const [CUSTOMER] = customersOf('fields', 98);
const WORDS = 'The second lamp of my order is missing.';

export function fields(shared) {
  let boss, desk, other, street, admin, agent, colleague, phone, number;
  const core = () => shared.stand.core;
  const window = () => admin.getByRole('dialog').last();
  const panel = (page) => page.getByRole('region', { name: 'Fields', exact: true });

  /** Makes a field in the settings' window. */
  async function make(label, kind, more = async () => undefined) {
    await window().getByRole('button', { name: 'New field' }).click();
    await window().getByLabel('Label', { exact: true }).fill(label);
    await window().getByLabel('Kind', { exact: true }).selectOption(kind);
    await more();
    await window().getByRole('button', { name: 'Save', exact: true }).click();
    await window().getByRole('button', { name: new RegExp(`^${label}`) }).waitFor();
  }

  async function open(page) {
    await visit(page, `/ticket/${number}`);
    await page.getByRole('log').getByText(WORDS).waitFor();
    // A phone has no room for them beside the conversation.
    if (page === phone) await page.getByRole('button', { name: 'Show or hide details' }).click();
    await panel(page).getByLabel('Order number').waitFor();
  }

  before(async () => {
    boss = await openContext(shared.browser);
    desk = await openContext(shared.browser);
    other = await openContext(shared.browser);
    street = await openContext(shared.browser, PHONE);
    // What is missing is refused on purpose.
    boss.allow(/422.*\/api\/custom-fields/);
    desk.allow(/422.*\/api\/(ticket\/message|tickets\/)/);
    [admin, agent, colleague, phone] = [await boss.page(), await desk.page(), await other.page(), await street.page()];
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await logIn(colleague, core(), 'agent2', PASSWORD);
    await logIn(phone, core(), 'agent1', PASSWORD);
    for (const page of [admin, agent, colleague]) await page.getByRole('button', { name: /^Account of/ }).waitFor();
  });
  after(async () => {
    const contexts = [boss, desk, other, street];
    const complaints = contexts.flatMap((context) => [...context.complaints]);
    await Promise.all(contexts.map((context) => context.close()));
    assert.deepEqual(complaints, []);
  });

  test('an admin makes fields, and is told what is missing', async () => {
    await settings(admin, 'Custom fields');
    await window().getByText('No custom fields yet').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await make('Order number', 'text', async () => {
      await window().getByLabel('Help', { exact: true }).fill('As it stands on the bill.');
      await window().getByRole('switch', { name: 'Needed to close' }).click();
    });
    await make('Reason', 'choice', async () => {
      await window().getByLabel('Choice 1', { exact: true }).fill('Missing part');
      await window().getByRole('button', { name: 'Save', exact: true }).click();
      await window().getByText('A choice has 1 to 80 characters.').waitFor();
      assert.deepEqual(await violations(admin, AXE), []);
      await window().getByLabel('Choice 2', { exact: true }).fill('Broken');
    });
    await make('Replacement sent', 'checkbox');
    await window().getByRole('button', { name: 'Move Replacement sent up' }).click();
    const names = () => window().getByRole('list', { name: 'Custom fields' }).getByRole('listitem');
    await names().nth(1).getByText('Replacement sent').waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
  });

  test('a ticket is not closed without what is needed', async () => {
    await shared.stand.write(CUSTOMER, WORDS);
    await agent.locator('[data-ticket]', { hasText: WORDS }).click();
    await agent.getByRole('log').getByText(WORDS).waitFor();
    await agent.waitForURL(/\/ticket\/\d+/);
    number = Number(/\/ticket\/(\d+)/.exec(agent.url())[1]);
    await open(agent);
    await panel(agent).getByText('As it stands on the bill.').waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
    const properties = agent.getByRole('region', { name: 'Properties' });
    await properties.getByRole('button', { name: /Open/ }).click();
    await agent.getByRole('menuitem', { name: /Closed/ }).click();
    await agent.getByText('Fill in “Order number” before this ticket is closed.').first().waitFor();
    const row = agent.locator(`[data-ticket]`, { hasText: WORDS });
    await row.waitFor();
  });

  test('two agents fill it in at once, and nobody loses what is typed', async () => {
    await open(colleague);
    await colleague.evaluate(() => (globalThis.notReloaded = true));
    await panel(colleague).getByLabel('Order number').fill('B-2');
    await panel(agent).getByLabel('Order number').fill('A-17');
    await panel(agent).getByLabel('Order number').press('Enter');
    await panel(colleague).getByText(/set this to A-17 while you were typing/).waitFor();
    await becomes(() => panel(colleague).getByLabel('Order number').inputValue(), 'B-2');
    assert.deepEqual(await violations(colleague, AXE), []);
    await panel(colleague).getByLabel('Order number').press('Escape');
    await becomes(() => panel(colleague).getByLabel('Order number').inputValue(), 'A-17');
    await panel(colleague).getByRole('combobox', { name: 'Reason' }).click();
    await colleague.getByRole('option', { name: 'Missing part' }).click();
    await agent.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Missing part'));
    assert.equal(await colleague.evaluate(() => globalThis.notReloaded), true);
    await agent.getByRole('button', { name: 'Show history' }).click();
    await agent.getByText(/changed Order number from nothing to A-17/).waitFor();
  });

  test('the list is narrowed to a choice', async () => {
    await agent.getByRole('button', { name: /^Filter/ }).first().click();
    const dialog = agent.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await agent.getByRole('option', { name: 'Missing part' }).click();
    assert.deepEqual(await violations(agent, AXE), []);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await agent.waitForURL(/fields=\d+/);
    await agent.waitForFunction(() => document.querySelectorAll('[data-ticket]').length === 1);
    await agent.locator('[data-ticket]', { hasText: WORDS }).waitFor();
  });

  test('an appointment is set, seen by a colleague, and found', async () => {
    const properties = (page) => page.getByRole('region', { name: 'Properties' });
    await open(agent);
    await properties(agent).getByRole('button', { name: 'Set an appointment' }).click();
    const dialog = agent.getByRole('dialog', { name: 'Appointment' });
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('When').fill(`${day}T10:30`);
    assert.deepEqual(await violations(agent, AXE), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await properties(colleague).locator('[data-soon]', { hasText: '10:30' }).waitFor();
    await properties(colleague).getByRole('button', { name: 'Take the appointment away' }).waitFor();
    // The history is open since the fields were filled in.
    await agent.getByText(/changed the appointment from nothing to .* 10:30/).waitFor();
    await visit(agent, '/ticket?appt=soon');
    const row = agent.locator('[data-ticket]', { hasText: WORDS });
    await row.locator('time[data-soon]').waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
    await agent.getByRole('button', { name: /^Filter/ }).first().click();
    await agent.getByRole('dialog').getByRole('combobox', { name: 'Appointment', exact: true }).click();
    await agent.getByRole('option', { name: 'Without an appointment' }).click();
    await agent.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await agent.waitForURL(/appt=0/);
    await row.waitFor({ state: 'detached' });
    await open(agent);
  });

  test('on a phone the fields are as wide as the screen, and the ticket can be closed', async () => {
    await open(phone);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `the page is ${wide} wide`);
    await panel(phone).getByRole('checkbox', { name: 'Replacement sent' }).check();
    await panel(colleague).getByRole('checkbox', { name: 'Replacement sent', checked: true }).waitFor();
    assert.deepEqual(await violations(phone, AXE), []);
    const properties = agent.getByRole('region', { name: 'Properties' });
    await properties.getByRole('button', { name: /Open/ }).click();
    await agent.getByRole('menuitem', { name: /Closed/ }).click();
    await properties.getByRole('button', { name: /Closed/ }).waitFor();
  });

  test('what is archived can still be read', async () => {
    for (const name of ['Order number', 'Reason', 'Replacement sent']) {
      await window().getByRole('button', { name: `Archive ${name}` }).click();
      await admin.getByRole('button', { name: 'Archive field' }).click();
      await window().getByRole('button', { name: `Bring ${name} back` }).waitFor();
    }
    await panel(colleague).getByText('A-17', { exact: true }).waitFor();
    assert.equal(await panel(colleague).getByRole('textbox').count(), 0);
    assert.deepEqual(await violations(admin, AXE), []);
  });
}
