// Roles: an admin makes one and gives it to an agent, whose menus follow without a reload; a light agent
// writes a note by keyboard and has no answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD } from './stand.mjs';

// A customer of this story alone.
const [CUSTOMER] = customersOf('roles', 198);
const QUESTION = 'Can the lamp be repaired on a Sunday?';
const NOTE = 'The workshop is closed on Sundays.';

export function roles(shared) {
  const people = [];
  let admin, agent;

  async function sit(username, options) {
    const context = await openContext(shared.browser);
    people.push(context);
    const page = await context.page();
    await logIn(page, shared.stand.core, username, PASSWORD, options);
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    return page;
  }

  async function give(role) {
    await admin.goto(`${shared.stand.core}/settings/users`);
    await admin.getByRole('button', { name: 'Change Demo Agent Two' }).click();
    await admin.getByLabel('Role', { exact: true }).selectOption(role);
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('listitem').filter({ hasText: 'Demo Agent Two' }).getByText(role, { exact: true }).waitFor();
  }

  before(async () => {
    await shared.stand.write(CUSTOMER, QUESTION);
    [admin, agent] = [await sit('admin', { admin: true, at: '/settings/roles' }), await sit('agent2', { at: '/ticket' })];
    await agent.locator('[data-ticket]', { hasText: QUESTION }).first().waitFor();
  });
  // Other stories have an agent2 who answers.
  after(async () => {
    await give('Agent');
    await Promise.all(people.map((context) => context.close()));
  });

  test('an admin makes a role, and sees what its people will see', async () => {
    await admin.getByRole('button', { name: 'New role' }).click();
    await admin.getByLabel('Name of the role').fill('Reader of reports');
    await admin.getByLabel('See reports').check();
    await admin.getByRole('status', { name: 'What people with this role see and do:' }).getByText('Sees free tickets and their own, reports, and the board.').waitFor();
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('listitem').filter({ hasText: 'Reader of reports' }).getByText('0 users').waitFor();
  });

  test('the menus of whom it is given to follow without a reload', async () => {
    const reports = agent.getByRole('navigation').getByRole('link', { name: /^Reports?/ });
    assert.equal(await reports.count(), 0);
    await agent.evaluate(() => document.body.setAttribute('data-kept', ''));
    await give('Reader of reports');
    await reports.first().waitFor();
    assert.equal(await agent.locator('body[data-kept]').count(), 1);
  });

  test('a role that somebody has is not deleted, and it says why', async () => {
    await admin.goto(`${shared.stand.core}/settings/roles`);
    await admin.getByRole('button', { name: 'Delete Reader of reports' }).click();
    people[0].allow(/409.*\/api\/roles\//);
    await admin.getByRole('dialog', { name: 'Delete Reader of reports?' }).getByRole('button', { name: 'Delete', exact: true }).click();
    const alert = admin.getByRole('alert').filter({ hasText: 'Reader of reports was not deleted' });
    await alert.getByRole('link', { name: 'Go to Users' }).click();
    await admin.waitForURL(/\/settings\/users$/);
  });

  test('a light agent has no answer, and writes a note by keyboard', async () => {
    await agent.locator('[data-ticket]', { hasText: QUESTION }).first().getByRole('link').click();
    await agent.getByLabel('Your answer').waitFor();
    await give('Light agent');
    await agent.getByText('Your role lets you write notes.').waitFor();
    assert.equal(await agent.getByLabel('Your answer').count(), 0);
    assert.equal(await agent.getByRole('button', { name: 'Ticket actions' }).count(), 0);
    await agent.keyboard.press('Escape');
    await agent.evaluate(() => document.activeElement?.blur());
    // The key of an answer does nothing, and that of a note goes to its field.
    await agent.keyboard.press('r');
    await agent.keyboard.press('n');
    await agent.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Note for your team');
    await agent.keyboard.type(NOTE);
    await agent.keyboard.press('Enter');
    await agent.getByRole('log').getByRole('article', { name: /^Note by / }).filter({ hasText: NOTE }).waitFor();
  });

  test('nothing was complained about', () => {
    assert.deepEqual(people.flatMap(({ complaints }) => complaints), []);
  });
}
