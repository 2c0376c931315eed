// A note in a conversation: written with a colleague's name in it by keyboard alone, on the colleague's
// screen at once, never at the customer's, and gone for both when it is deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { PASSWORD, TOKEN } from './stand.mjs';

// A customer of this story alone.
const [CUSTOMER] = customersOf('note', 197);
const QUESTION = 'Does the blue one come in large?';
const ANSWER = 'I am asking our warehouse.';
const WORDS = 'is the blue one in stock?';

export function notes(shared) {
  const people = [];
  let one, two, name;

  async function sit(username, options = {}) {
    const context = await openContext(shared.browser, options);
    people.push(context);
    const page = await context.page();
    await logIn(page, shared.stand.core, username, PASSWORD, { at: '/ticket' });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    return page;
  }

  const answer = (page) => page.getByLabel('Your answer');
  const note = (page) => page.getByLabel('Note for your team');
  const card = (page) => page.getByRole('log').getByRole('article', { name: /^Note by / }).filter({ hasText: WORDS });
  const said = async () => {
    const { chats } = await shared.stand.control(`/chats/${TOKEN}?user=${CUSTOMER}`);
    return chats[0].messages.filter(({ from }) => from === 'bot').map(({ text }) => text);
  };

  before(async () => {
    await shared.stand.write(CUSTOMER, QUESTION);
    [one, two] = [await sit('agent1'), await sit('agent2', { colorScheme: 'dark' })];
    for (const page of [one, two]) {
      await page.locator('[data-ticket]', { hasText: QUESTION }).first().getByRole('link').click();
      await answer(page).waitFor();
      await page.getByRole('log').getByText(QUESTION).waitFor();
    }
  });
  after(() => Promise.all(people.map((context) => context.close())));

  test('a key opens the note, and an answer that was begun stays beside it', async () => {
    await answer(one).fill(ANSWER);
    await one.keyboard.press('Escape');
    await one.keyboard.press('n');
    await note(one).waitFor();
    await one.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Note for your team');
    await becomes(() => one.getByRole('tab', { name: /^Note/ }).getAttribute('aria-selected'), 'true');
  });

  test('a colleague is named by keyboard alone', async () => {
    await one.keyboard.type('@agent2');
    const option = one.getByRole('listbox', { name: 'Colleagues and departments' }).getByRole('option', { selected: true });
    await option.waitFor();
    name = await option.locator('strong').textContent();
    await one.keyboard.press('Enter');
    await one.waitForFunction((begun) => document.activeElement?.value === begun, `@${name} `);
    await one.keyboard.type(`${WORDS} :eyes`);
    await one.getByRole('listbox', { name: 'Emoji' }).getByRole('option', { selected: true }).waitFor();
    await one.keyboard.press('Enter');
    await one.waitForFunction((whole) => document.activeElement?.value === whole, `@${name} ${WORDS} 👀 `);
    await one.keyboard.press('Enter');
    await card(one).waitFor();
    await becomes(() => note(one).inputValue(), '');
  });

  test('the colleague sees it at once, marked as theirs', async () => {
    await card(two).waitFor();
    await becomes(() => card(two).locator('[data-me]').textContent(), `@${name}`);
    assert.match(await card(two).getAttribute('aria-label'), /^Note by /);
    // No delivery is told of what goes nowhere.
    assert.equal(await card(two).locator('[role=img]').count(), 0);
  });

  test('the answer was kept, and the customer gets it alone', async () => {
    await one.keyboard.press('Escape');
    // In the answer's field, which takes the note's place, the next key would be a letter.
    await one.waitForFunction(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') === 'conversation');
    await one.keyboard.press('r');
    await one.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Your answer');
    await becomes(() => answer(one).inputValue(), ANSWER);
    await one.keyboard.press('Enter');
    await two.getByRole('log').getByText(ANSWER).waitFor();
    const end = Date.now() + 20_000;
    while ((await said()).length === 0) {
      assert.ok(Date.now() < end, 'the answer did not arrive');
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.deepEqual(await said(), [ANSWER]);
  });

  test('a note survives a reload, and nobody but its author is offered to delete it', async () => {
    await two.reload();
    await card(two).waitFor();
    await card(two).getByRole('button', { name: 'More actions' }).click();
    await two.getByRole('menuitem', { name: 'Pin' }).waitFor();
    assert.equal(await two.getByRole('menuitem', { name: 'Delete the note' }).count(), 0);
    assert.equal(await two.getByRole('menuitem', { name: /Forward|Reply/ }).count(), 0);
    await two.keyboard.press('Escape');
  });

  test('deleted by its author it is gone on both screens', async () => {
    await card(one).getByRole('button', { name: 'More actions' }).click();
    await one.getByRole('menuitem', { name: 'Delete the note' }).click();
    await one.getByRole('dialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete the note' }).click();
    for (const page of [one, two]) await card(page).waitFor({ state: 'detached' });
    assert.deepEqual(await said(), [ANSWER]);
  });

  test('nothing else complained', () => assert.deepEqual(people.flatMap((context) => context.complaints), []));
}
