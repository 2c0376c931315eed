// The knowledge base: an admin writes an article, publishes and changes it; readers with and without a session see what
// is published and nothing else; an agent puts it into an answer and never touches the pointer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { violations, violationsInBothSchemes, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [CUSTOMER] = customersOf('knowledge', 99);
const QUESTION = 'How do I send my green lamp back?';
const TITLE = 'Sending a lamp back';
const FIRST = 'Put the lamp into its box.';
const SECOND = 'Put the lamp into any box.';
const BODY = `## What you need\n\n${FIRST}\n\n## Where it goes\n\nTo the **shop**.`;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

export function knowledge(shared) {
  let boss, desk, stranger, admin, agent, reader, id;
  const core = () => shared.stand.core;
  const body = () => admin.getByRole('textbox', { name: 'Text', exact: true });
  const preview = () => admin.getByRole('region', { name: 'Preview' });
  const toast = (text) => admin.getByText(text, { exact: true }).first();
  const panel = () => agent.getByRole('complementary', { name: 'Knowledgebase' });
  const answer = () => agent.getByLabel('Your answer');
  const article = () => `${core()}/support/kb/en/${id}`;
  /** No line of a page is wider than a phone. */
  const fits = async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `the page is ${wide} wide`);
  };

  before(async () => {
    [boss, desk, stranger] = await Promise.all([openContext(shared.browser), openContext(shared.browser), openContext(shared.browser)]);
    [admin, agent, reader] = await Promise.all([boss.page(), desk.page(), stranger.page()]);
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true, at: '/kb' });
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await admin.getByRole('heading', { name: 'Knowledgebase', level: 1 }).waitFor();
    await agent.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk, stranger].flatMap((context) => [...context.complaints]);
    await Promise.all([boss.close(), desk.close(), stranger.close()]);
    assert.deepEqual(complaints, []);
  });

  test('an admin makes a category', async () => {
    await admin.getByRole('link', { name: 'Categories' }).click();
    await admin.getByRole('button', { name: 'New category' }).click();
    await admin.getByLabel('Name in English').fill('Returns');
    await admin.getByLabel('Name in Bahasa Melayu').fill('Pemulangan');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByRole('button', { name: /^Returns/ }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('writes an article with keys for the marks, beside its preview', async () => {
    await admin.keyboard.press('n');
    await body().waitFor();
    await admin.getByRole('button', { name: 'Save draft' }).click();
    await admin.getByText('Enter a title.').waitFor();
    await admin.getByLabel('Title').fill(TITLE);
    await admin.getByLabel('Category').selectOption({ label: 'Returns' });
    await body().fill('Bold');
    await body().press('ControlOrMeta+a');
    await body().press('ControlOrMeta+b');
    await becomes(() => body().inputValue(), '**Bold**');
    await preview().locator('strong', { hasText: 'Bold' }).waitFor();
    await body().fill(BODY);
    await preview().getByRole('heading', { name: 'Where it goes' }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('asks before it is left, and saves it as a draft that nobody reads yet', async () => {
    await admin.getByRole('link', { name: 'All articles' }).click();
    const question = admin.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await body().press('ControlOrMeta+s');
    await admin.waitForURL(/\/kb\/\d+/);
    id = Number(/\/kb\/(\d+)/.exec(admin.url())?.[1]);
    await admin.getByText(/^Revision 1/).waitFor();
    stranger.allow(/404/);
    const hidden = await reader.goto(article());
    assert.equal(hidden.status(), 404);
  });

  test('publishes it, and everybody reads it without a session and without a script', async () => {
    await body().press('ControlOrMeta+Enter');
    await toast('The article is published.').waitFor();
    await reader.goto(`${core()}/support/kb/en`);
    await reader.getByRole('link', { name: TITLE }).click();
    await reader.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await reader.getByText(FIRST).waitFor();
    assert.equal(await reader.locator('script[src]').count(), 0);
    assert.deepEqual(await violations(reader, AXE), []);
    await reader.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(reader, AXE), []);
    await reader.setViewportSize(PHONE);
    await fits(reader);
    await reader.setViewportSize(DESK);
  });

  test('the same address is inside the workspace for whoever is signed in', async () => {
    await admin.goto(article());
    await admin.getByRole('navigation', { name: 'Navigation' }).waitFor();
    await admin.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await admin.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Where it goes' }).click();
    await admin.waitForURL(/where-it-goes$/);
    await admin.waitForFunction(() => document.activeElement?.textContent === 'Where it goes');
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await admin.getByRole('button', { name: 'Yes', exact: true }).click();
    await admin.getByText('Thank you for your answer.').waitFor();
    await admin.setViewportSize(PHONE);
    await fits(admin);
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.setViewportSize(DESK);
  });

  test('is edited while readers go on seeing what is published', async () => {
    await admin.getByRole('link', { name: 'Edit', exact: true }).click();
    await body().waitFor();
    await body().fill(BODY.replace(FIRST, SECOND));
    await body().press('ControlOrMeta+s');
    await admin.getByText(/^Revision 2/).waitFor();
    await admin.getByText('Unpublished changes').first().waitFor();
    await reader.goto(article());
    await reader.getByText(FIRST).waitFor();
    assert.equal(await reader.getByText(SECOND).count(), 0);
    await admin.getByRole('button', { name: 'Publish', exact: true }).click();
    await admin.getByRole('link', { name: 'Readers see revision 2' }).waitFor();
    await reader.reload();
    await reader.getByText(SECOND).waitFor();
  });

  test('brings an older revision back as a draft, and publishes that', async () => {
    await admin.getByRole('button', { name: 'Revisions' }).click();
    const window = admin.getByRole('dialog', { name: 'Revisions' });
    await window.getByRole('button', { name: /^Revision 1/ }).click();
    await window.getByText(FIRST).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await window.getByRole('button', { name: 'Restore as draft' }).click();
    await window.waitFor({ state: 'detached' });
    await becomes(() => body().inputValue(), BODY);
    await admin.getByText(/^Revision 3/).waitFor();
    await body().press('ControlOrMeta+Enter');
    await admin.getByRole('link', { name: 'Readers see revision 3' }).waitFor();
    await reader.reload();
    await reader.getByText(FIRST).waitFor();
  });

  test('fits on a phone: the list and the field, then the preview in its place', async () => {
    await admin.setViewportSize(PHONE);
    await visit(admin, `/kb/${id}`);
    await admin.getByLabel('Title').waitFor();
    await fits(admin);
    await admin.getByText('Write', { exact: true }).filter({ visible: true }).click();
    await body().waitFor();
    await admin.getByText('Preview', { exact: true }).filter({ visible: true }).click();
    await preview().getByText(FIRST).waitFor();
    assert.deepEqual(await violations(admin, AXE), []);
    await visit(admin, '/kb');
    await admin.getByRole('link', { name: new RegExp(`^${TITLE}`) }).waitFor();
    await fits(admin);
    assert.deepEqual(await violations(admin, AXE), []);
    await admin.setViewportSize(DESK);
  });

  test('an agent finds it beside a conversation and inserts it by keyboard', async () => {
    await shared.stand.write(CUSTOMER, QUESTION);
    const row = agent.locator('[data-ticket]', { hasText: QUESTION });
    await row.getByRole('link').click();
    await agent.getByRole('log').getByText(QUESTION).waitFor();
    await agent.keyboard.press('r');
    await agent.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await agent.keyboard.type('Hello!');
    await agent.keyboard.press('Alt+k');
    await panel().getByRole('combobox', { name: 'Search articles' }).waitFor();
    await agent.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await agent.keyboard.type('lamp box');
    await panel().getByRole('listbox').getByRole('option', { name: new RegExp(TITLE), selected: true }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
    await agent.keyboard.press('Enter');
    await panel().getByRole('region', { name: TITLE }).getByText(FIRST).waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
    await agent.keyboard.press('Alt+Enter');
    await agent.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await becomes(() => answer().inputValue(), `Hello!\nWhat you need\n\n${FIRST}\n\nWhere it goes\n\nTo the shop.`);
    await agent.keyboard.press('Alt+Shift+Enter');
    await agent.waitForFunction((path) => document.activeElement?.value?.includes(path), `/support/kb/en/${id}`);
    assert.match(await answer().inputValue(), new RegExp(`${TITLE}\\n${core()}/support/kb/en/${id}`));
    await agent.keyboard.press('Alt+k');
    await panel().waitFor({ state: 'detached' });
    await answer().fill('');
  });

  test('what nobody finds is told to the admins, who are done with it by one press', async () => {
    await visit(agent, '/support/kb/en?q=purple%20elephants');
    await agent.getByText('No article found').waitFor();
    await visit(admin, '/kb/gaps');
    await admin.getByText('purple elephants').waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
    await admin.getByRole('button', { name: 'Mark purple elephants as done' }).click();
    await admin.getByText('purple elephants').waitFor({ state: 'detached' });
  });

  test('is archived, and gone for readers', async () => {
    await visit(admin, `/kb/${id}`);
    await admin.getByRole('button', { name: 'Archive', exact: true }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await admin.getByText('Archived', { exact: true }).first().waitFor();
    // What was read a moment ago is kept for a minute; a reload asks again.
    await reader.goto(article());
    const gone = await reader.reload();
    assert.equal(gone.status(), 404);
  });
}
