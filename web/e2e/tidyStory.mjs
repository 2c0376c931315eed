// Spam leaves the lists, a blocked sender is held back, two tickets become one, and all of it is taken
// back: on two screens at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

// A customer of this story alone.
const [SENDER, LAMP, FRIEND] = customersOf('tidy', 193, 194, 195);
const SPAM = 'Win a lamp with one click';
const MORE = 'Last chance for your lamp';
const LAMP_WORDS = 'Where is the lamp I ordered?';
const FRIEND_WORDS = 'I ask for my friend with the lamp';

export function tidy(shared) {
  const people = [];
  let one, two;

  async function sit(username, options = {}) {
    const context = await openContext(shared.browser, options);
    people.push(context);
    const page = await context.page();
    await logIn(page, shared.stand.core, username, PASSWORD, { admin: username === 'admin', at: '/ticket' });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    return page;
  }

  const row = (page, text) => page.locator('[data-ticket]', { hasText: text });
  const choose = async (page, name) => {
    await page.getByRole('button', { name: 'Ticket actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  before(async () => {
    await shared.stand.write(SENDER, SPAM);
    [one, two] = [await sit('agent1'), await sit('admin', { colorScheme: 'dark' })];
    for (const page of [one, two]) {
      await row(page, SPAM).first().getByRole('link').click();
      await page.getByLabel('Your answer').waitFor();
    }
  });
  after(() => Promise.all(people.map((context) => context.close())));

  test('spam leaves every list at once, and one click brings it back', async () => {
    await choose(one, 'Mark as spam');
    await two.getByText('This ticket is spam.').waitFor();
    for (const page of [one, two]) await row(page, SPAM).waitFor({ state: 'detached' });
    await one.getByRole('button', { name: 'Undo' }).click();
    for (const page of [one, two]) await row(page, SPAM).waitFor();
    await two.getByText('This ticket is spam.').waitFor({ state: 'detached' });
  });

  test('blocking is asked about, and the colleague sees it', async () => {
    await choose(one, 'Spam, and block the sender');
    await one.getByRole('dialog').getByText('What this sender writes from now on').waitFor();
    await one.getByRole('button', { name: 'Block', exact: true }).click();
    await two.getByText('The sender is blocked.').waitFor();
  });

  test('what a blocked sender writes is with the admin and nowhere else', async () => {
    const settings = await two.context().newPage();
    await settings.goto(`${shared.stand.core}/ticket`);
    await settings.getByRole('button', { name: /^Account of/ }).first().click();
    await settings.getByRole('menuitem', { name: 'Settings' }).click();
    await settings.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Blocked senders' }).click();
    await settings.getByText('Nothing held back').waitFor();
    await shared.stand.write(SENDER, MORE);
    await settings.getByRole('button', { name: '1 message held back' }).click();
    await settings.getByText(MORE).waitFor();
    assert.equal(await one.getByText(MORE).count(), 0);

    await settings.getByRole('button', { name: 'Unblock' }).click();
    await settings.getByRole('dialog', { name: /^Unblock / }).getByRole('button', { name: 'Unblock' }).click();
    await settings.getByText('No longer blocked').waitFor();
    await one.getByText('The sender is blocked.').waitFor({ state: 'detached' });
    await settings.getByRole('button', { name: 'Let in' }).click();
    await settings.getByRole('dialog', { name: /^Let 1 message in/ }).getByRole('button', { name: 'Let in' }).click();
    await settings.getByText('Nobody is blocked').waitFor();
    await one.getByRole('log').getByText(MORE).waitFor();
    await settings.close();
  });

  test('the list of spam has the ticket until somebody says it is none', async () => {
    await visit(one, '/ticket?filter=spam');
    await row(one, MORE).first().getByRole('link').click();
    await one.getByRole('button', { name: 'Not spam' }).click();
    await row(one, MORE).waitFor({ state: 'detached' });
    await row(two, MORE).waitFor();
  });

  test('two tickets become one on both screens, and an answer goes where it belongs', async () => {
    for (const [customer, text] of [[LAMP, LAMP_WORDS], [FRIEND, FRIEND_WORDS]]) await shared.stand.write(customer, text);
    for (const page of [one, two]) await visit(page, '/ticket');
    await row(one, FRIEND_WORDS).first().getByRole('link').click();
    await row(two, LAMP_WORDS).first().getByRole('link').click();
    await two.getByLabel('Your answer').waitFor();
    const number = /\/ticket\/(\d+)/.exec(two.url())[1];
    await choose(one, 'Merge into another ticket…');
    await one.getByLabel('Which ticket').fill(number);
    await one.getByRole('button', { name: new RegExp(`#${number} `) }).click();
    await one.getByText('The customers differ').waitFor();
    await one.getByLabel('Reason').fill('The same lamp');
    await one.getByRole('button', { name: 'Merge', exact: true }).click();
    await one.getByText(`This ticket was merged into #${number}`).waitFor();
    await two.getByRole('log').getByText(FRIEND_WORDS).waitFor();

    await shared.stand.write(FRIEND, 'And where is its bulb?');
    await two.getByRole('log').getByText('And where is its bulb?').waitFor();
    await two.getByRole('button', { name: `Answer to Customer ${LAMP}` }).click();
    await two.getByRole('menuitem', { name: `Answer to Customer ${FRIEND}` }).click();
    await two.getByLabel('Your answer').fill('In the same box.');
    await two.getByLabel('Your answer').press('Enter');
    const phone = await one.context().newPage();
    await phone.goto(shared.stand.phone(FRIEND));
    await phone.locator('#messages').getByText('In the same box.').waitFor();
    await phone.close();
    const answer = two.locator('article', { hasText: 'In the same box.' });
    await answer.locator('[role=img][aria-label=Sent], [role=img][aria-label=Delivered], [role=img][aria-label=Read]').waitFor();
  });

  test('the merge is taken back whole, and the two stay related', async () => {
    await one.getByRole('status').getByRole('button', { name: 'Take the merge back' }).click();
    await one.getByRole('dialog').getByRole('button', { name: 'Take the merge back' }).click();
    await two.getByRole('log').getByText(FRIEND_WORDS).waitFor({ state: 'detached' });
    await one.getByRole('log').getByText('In the same box.').waitFor();
    assert.equal(await two.getByRole('log').getByText('In the same box.').count(), 0);

    const number = /\/ticket\/(\d+)/.exec(two.url())[1];
    await choose(one, 'Relate to another ticket…');
    await one.getByLabel('Which ticket').fill(number);
    await one.getByRole('button', { name: new RegExp(`#${number} `) }).click();
    await one.getByRole('button', { name: 'Relate', exact: true }).click();
    for (const page of [one, two]) await page.getByRole('region', { name: 'Related tickets' }).waitFor();
    await two.getByRole('button', { name: /^No longer related/ }).click();
    await one.getByRole('region', { name: 'Related tickets' }).waitFor({ state: 'detached' });
  });
}
