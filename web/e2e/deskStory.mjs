// What a desk keeps: an admin writes it in the settings, and an agent meets it at work.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

async function openSettings(page, section) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const window = page.getByRole('dialog', { name: 'Settings' });
  await window.getByRole('button', { name: section, exact: true }).click();
  await window.getByRole('heading', { name: section, exact: true }).first().waitFor();
  return window;
}

export function desk(shared) {
  let boss, agent, admin, page;
  const core = () => shared.stand.core;

  before(async () => {
    boss = await openContext(shared.browser);
    agent = await openContext(shared.browser);
    admin = await boss.page();
    page = await agent.page();
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await admin.getByRole('button', { name: /^Account of/ }).waitFor();
    await logIn(page, core(), 'agent1', PASSWORD, { at: '/ticket/1' });
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
    await page.getByRole('log').waitFor();
  });
  after(async () => {
    await boss.close();
    await agent.close();
  });

  test('an unknown variable is refused with those that there are', async () => {
    boss.allow(/422.*\/api\/replies/);
    const window = await openSettings(admin, 'Canned replies');
    await window.getByRole('button', { name: 'New reply' }).click();
    await window.getByLabel('Title').fill('Good day');
    await becomes(() => window.getByLabel('Shortcut').inputValue(), 'good-day');
    await window.getByLabel('Text').fill('Hello {{contact.nme}}, this is about ticket #{{ticket.number}}.');
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByText('There is no variable {{contact.nme}}.', { exact: false }).waitFor();
    await window.getByText('{{agent.name}}', { exact: false }).waitFor();
  });

  test('a reply is kept', async () => {
    const window = admin.getByRole('dialog', { name: 'Settings' });
    await window.getByLabel('Text').fill('Hello {{contact.name}}, this is about ticket #{{ticket.number}}.');
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByRole('button', { name: /^Good day/ }).waitFor();
  });

  test('an agent inserts it with a slash, filled in', async () => {
    const field = page.getByLabel('Your answer');
    await field.click();
    await field.pressSequentially('Hi! /goo');
    await page.getByRole('option', { name: /Good day/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('ticket #1.'));
    const value = await field.inputValue();
    assert.match(value, /^Hi! Hello Demo Customer \w+, this is about ticket #1\.$/);
    await field.fill('/go');
    await page.getByRole('option', { name: /Good day/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Canned replies' }).waitFor({ state: 'detached' });
    await field.fill('');
  });

  test('an announcement reaches the agent at once and stays dismissed', async () => {
    const window = admin.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('button', { name: 'Announcements', exact: true }).click();
    const [down, party] = ['The parcel system is down until noon.', 'There is cake in the kitchen.'];
    const banner = (text) => page.getByRole('status').filter({ hasText: text });
    for (const text of [down, party]) {
      await window.getByRole('button', { name: 'New announcement' }).click();
      await window.getByLabel('Text').fill(text);
      await window.getByText('Warning', { exact: true }).click();
      await window.getByRole('button', { name: 'Publish' }).click();
      await banner(text).waitFor();
    }
    const dismiss = (text) => banner(text).getByRole('button', { name: 'Dismiss announcement' });
    // The page is left within the very press: what was begun must not end with it.
    const loaded = page.waitForEvent('load');
    await dismiss(down).evaluate((button) => {
      button.click();
      globalThis.location.reload();
    });
    await loaded;
    await page.getByRole('log').waitFor();
    // Those that are shown come together.
    await banner(party).waitFor();
    await banner(down).waitFor({ state: 'detached' });
    await dismiss(party).click();
    await banner(party).waitFor({ state: 'detached' });
    for (const text of [down, party]) {
      const others = admin.locator('[data-level]', { hasText: text });
      await others.waitFor();
      await window.getByRole('button', { name: `Delete “${text}”` }).click();
      await admin.getByRole('dialog', { name: 'Delete this announcement?' }).getByRole('button', { name: 'Delete' }).click();
      await others.waitFor({ state: 'detached' });
    }
  });

  test('a calendar and a holiday are kept', async () => {
    const window = admin.getByRole('dialog', { name: 'Settings' });
    await window.getByRole('button', { name: 'Business hours', exact: true }).click();
    await window.getByRole('button', { name: 'New calendar' }).click();
    await window.getByLabel('Name').fill('Shop');
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByRole('button', { name: /^Shop/ }).waitFor();
    await window.getByText('Mon–Fri 09:00–18:00', { exact: false }).waitFor();
    await window.getByRole('button', { name: 'Holidays', exact: true }).click();
    await window.getByRole('button', { name: 'New holiday' }).click();
    await window.getByLabel('Name').fill('Stocktaking');
    await window.getByLabel('Date').fill('2031-06-30');
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByRole('button', { name: /^Stocktaking/ }).waitFor();
  });

  test('a signature is kept', async () => {
    const window = await openSettings(page, 'Signatures');
    await window.getByLabel('Signature: Every channel that takes signatures').fill('Demo Agent One\nDemo shop');
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.reload();
    // The section's address is the page's: the window is there again, at the same place.
    const again = page.getByRole('dialog', { name: 'Settings' });
    const field = again.getByLabel('Signature: Every channel that takes signatures');
    await field.waitFor();
    await becomes(() => field.inputValue(), 'Demo Agent One\nDemo shop');
  });

  test('nothing else complained', () => {
    assert.deepEqual(boss.complaints, []);
    assert.deepEqual(agent.complaints, []);
  });
}
