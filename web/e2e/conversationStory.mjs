// Two agents in one ticket, and one of them on a second device: who is here, no answer given twice,
// what the team keeps for itself, answers for later, and drafts that follow their author.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD, TOKEN } from './stand.mjs';

// A customer of this story alone.
const [CUSTOMER] = customersOf('conversation', 191);
const QUESTION = 'Is my order on its way?';

/** Waits until it is so at the provider, which is told after the desk. */
async function gone(looks) {
  const end = Date.now() + 20_000;
  while (!(await looks())) {
    assert.ok(Date.now() < end, 'the provider still has it');
    await new Promise((done) => setTimeout(done, 100));
  }
}

export function conversation(shared) {
  const people = [];
  let one, two;

  async function sit(username, options = {}, at = '/ticket') {
    const context = await openContext(shared.browser, options);
    // What a colleague overtook is answered with 409, which the browser reports.
    context.allow(/409/);
    people.push(context);
    const page = await context.page();
    await logIn(page, shared.stand.core, username, PASSWORD, { at });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    return page;
  }

  const answer = (page) => page.getByLabel('Your answer');
  const send = (page) => page.getByRole('button', { name: 'Send', exact: true }).click();

  before(async () => {
    await shared.stand.write(CUSTOMER, QUESTION);
    [one, two] = [await sit('agent1'), await sit('agent2', { colorScheme: 'dark' })];
    for (const page of [one, two]) {
      await page.locator('[data-ticket]', { hasText: QUESTION }).first().getByRole('link').click();
      await answer(page).waitFor();
    }
  });
  after(() => Promise.all(people.map((context) => context.close())));

  test('each sees that the other is here, and that they write', async () => {
    for (const page of [one, two]) await page.getByLabel('Also here').waitFor();
    await answer(two).fill('Two answers');
    await one.getByText('is writing an answer, too').waitFor();
  });

  test('nobody answers twice, and nothing that was typed is lost', async () => {
    await answer(one).fill('One answers');
    await send(one);
    await two.getByRole('log').getByText('One answers').waitFor();
    await send(two);
    await two.getByText('Send this answer?').waitFor();
    await two.getByRole('button', { name: 'Cancel' }).click();
    await becomes(() => answer(two).inputValue(), 'Two answers');
    await answer(two).fill('');
  });

  test('notes and pins are on the other screen at once', async () => {
    const first = one.getByRole('log').locator('article', { hasText: QUESTION }).first();
    await first.hover();
    await first.getByRole('button', { name: 'More actions' }).click();
    await one.getByRole('menuitem', { name: 'Add a note' }).click();
    await one.getByLabel('Note for the team').fill('Ask the warehouse first.');
    await one.keyboard.press('Enter');
    await two.getByText('Ask the warehouse first.').waitFor();
    await first.hover();
    await first.getByRole('button', { name: 'More actions' }).click();
    await one.getByRole('menuitem', { name: 'Pin' }).click();
    await two.getByText('1 pinned message').first().waitFor();
  });

  test('a reaction, and a note that is taken away, are on the other screen at once', async () => {
    const said = (page) => page.getByRole('log').locator('article', { hasText: QUESTION }).first();
    await said(one).hover();
    await said(one).getByRole('button', { name: 'React', exact: true }).click();
    await one.getByRole('button', { name: /^React with / }).first().click();
    await said(two).getByRole('list', { name: 'Reactions' }).getByRole('button').first().waitFor();
    await said(one).getByRole('list', { name: 'Reactions' }).getByRole('button').first().click();
    await said(two).getByRole('list', { name: 'Reactions' }).waitFor({ state: 'detached' });
    await said(one).getByRole('button', { name: 'Remove the note' }).click();
    await two.getByText('Ask the warehouse first.').waitFor({ state: 'detached' });
  });

  test('an answer waits for its time and is called back whole', async () => {
    await answer(one).fill('Tomorrow then');
    await one.getByRole('button', { name: 'More ways to send' }).click();
    await one.getByRole('menuitem', { name: 'Tomorrow at 9:00' }).click();
    await two.getByText('Waits until').waitFor();
    await becomes(() => answer(one).inputValue(), '');
    await one.getByRole('button', { name: 'Call back' }).click();
    await one.waitForFunction(() => document.querySelector('textarea')?.value === 'Tomorrow then');
    await two.getByText('Waits until').waitFor({ state: 'hidden' });
  });

  test('a draft follows its author onto a phone', async () => {
    const phone = await sit('agent1', { viewport: { width: 360, height: 740 } }, new URL(one.url()).pathname);
    await phone.waitForFunction(() => document.querySelector('textarea')?.value === 'Tomorrow then');
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await phone.close();
  });

  test('severity and a time aside are told, and stand in the history', async () => {
    await one.getByRole('button', { name: 'Change the severity' }).click();
    await one.getByRole('menuitem', { name: 'High' }).first().click();
    await one.getByRole('button', { name: 'Put aside' }).click();
    await one.getByRole('menuitem', { name: 'In three hours' }).click();
    await one.getByRole('button', { name: 'Show history' }).click();
    await one.getByText('changed the severity').waitFor();
    // The customer writes, and it is aside no more on either screen.
    await shared.stand.write(CUSTOMER, 'Any news?');
    for (const page of [one, two]) {
      await page.getByRole('log').getByText('Any news?').waitFor();
      await page.getByRole('button', { name: 'Put aside' }).waitFor();
    }
  });

  test('the customer got one answer, once', async () => {
    const { chats } = await shared.stand.control(`/chats/${TOKEN}?user=${CUSTOMER}`);
    const ours = chats[0].messages.filter((message) => message.from === 'bot');
    assert.deepEqual(ours.map((message) => message.text), ['One answers']);
  });

  test('what is deleted is gone here, at the colleague and at the customer', async () => {
    const said = one.getByRole('log').locator('article', { hasText: 'One answers' }).first();
    await said.hover();
    await said.getByRole('button', { name: 'More actions' }).click();
    await one.getByRole('menuitem', { name: 'Delete for everyone' }).click();
    await one.getByRole('dialog', { name: 'Delete this message?' }).getByRole('button', { name: 'Delete for everyone' }).click();
    for (const page of [one, two]) {
      await page.getByRole('log').getByText(/deleted a message/).waitFor();
      await page.getByRole('log').getByText('One answers').waitFor({ state: 'detached' });
    }
    await gone(async () => {
      const { chats } = await shared.stand.control(`/chats/${TOKEN}?user=${CUSTOMER}`);
      return chats[0].messages.every((message) => message.text !== 'One answers');
    });
  });

  test('nothing else complained', () => assert.deepEqual(people.flatMap((context) => context.complaints), []));
}
