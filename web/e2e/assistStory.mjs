// AI helpers: an admin connects the local one, an agent takes its answer with its source and sends it, the log tells what
// was asked, emotions of customers stand on what they write, and a recording is brought. At a desk of its own: marks of
// emotions on every message are nothing that other stories expect.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { asked, logIn, openContext } from './browser.mjs';
import { customersOf } from './customers.mjs';
import { SECTIONS, settings } from './dialogs.mjs';
import { violations, violationsInBothSchemes } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [CUSTOMER] = customersOf('assist', 199);
const QUESTION = 'Hello, within how many days can I return an item?';
const SENTENCE = 'You can return an item within 14 days in its box.';
const TITLE = 'Returns';
const ANGRY = 'This is terrible, I am so angry!';
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

/** As a helper answers; the one for voices is not among those that come along. */
const VOICE = {
  percentage: { calm: 30, angry: 55, surprised: 15 },
  emotion: 'angry',
  amplitude: [-50, -20, 0, 35, 200, 140, 10, -35],
  tempo: 184.4,
  duration_ms: 65_400,
  speech_ms: 41_000,
  extras: { pitch_hz: '182' },
};
const sound = (name) => ({ name, mimeType: 'audio/wav', buffer: Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1') });

export function assist(shared) {
  let boss, desk, street, admin, agent, phone;
  const core = () => shared.stand.core;
  const card = () => agent.getByRole('region', { name: 'Suggested answer' });
  const answer = () => agent.getByLabel('Your answer');
  const window = () => admin.getByRole('dialog', { name: 'Settings' });
  const article = (text) => agent.getByRole('log').locator('article', { hasText: text }).first();
  const post = async (path, data) => {
    const told = await admin.request.post(core() + path, { data, headers: { origin: core() } });
    assert.ok(told.ok(), `${path}: ${await told.text()}`);
    return told.json();
  };
  const fits = async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `the page is ${wide} wide`);
  };

  before(async () => {
    [boss, desk, street] = await Promise.all([openContext(shared.browser), openContext(shared.browser), openContext(shared.browser, { viewport: { width: 390, height: 844 } })]);
    [admin, agent, phone] = await Promise.all([boss.page(), desk.page(), street.page()]);
    await logIn(admin, core(), 'admin', PASSWORD, { admin: true });
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    for (const page of [admin, agent]) await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  });
  after(async () => {
    const complaints = [boss, desk, street].flatMap((context) => [...context.complaints]);
    await Promise.all([boss.close(), desk.close(), street.close()]);
    assert.deepEqual(complaints, []);
  });

  test('an admin connects the local helper and publishes an article', async () => {
    const helper = await post('/api/channels', { plugin: 'assist-local', name: 'Local helper', settings: {} });
    const category = await post('/api/knowledge/categories', { names: { en: 'Orders' } });
    const made = await post('/api/knowledge/articles', { category_id: category.id, language: 'en', title: TITLE, body: SENTENCE });
    await post(`/api/knowledge/articles/${made.id}/translations/en/publish`, { revision: 1 });
    const tasks = await asked(admin, async () => {
      const { tasks } = await (await fetch('/api/assist')).json();
      return tasks.some(({ helpers }) => helpers.length > 0) && tasks;
    });
    const named = tasks.filter(({ helpers }) => helpers.some(({ name }) => name === 'Local helper')).map(({ task }) => task);
    assert.ok(named.includes('answer') && named.includes('message-insight'), `${JSON.stringify(helper)} does ${named}`);
  });

  test('an agent asks for an answer by key, and reads what supports it', async () => {
    await shared.stand.write(CUSTOMER, QUESTION);
    await phone.goto(shared.stand.phone(CUSTOMER));
    await phone.locator('#messages').getByText(QUESTION).waitFor();
    await agent.locator('[data-ticket]', { hasText: QUESTION }).getByRole('link').click();
    await article(QUESTION).waitFor();
    await agent.keyboard.press('Alt+j');
    await card().getByText(SENTENCE).waitFor();
    await card().getByRole('button', { name: `Source 1: ${TITLE}` }).click();
    await card().locator('blockquote mark', { hasText: SENTENCE }).waitFor();
    const link = card().getByRole('link', { name: 'Open the article' });
    assert.match(await link.getAttribute('href'), /\/support\/kb\/en\/\d+/);
    await becomes(() => answer().inputValue(), '', 'nothing is typed by itself');
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('takes it by key, and the customer has it', async () => {
    await agent.keyboard.press('Alt+Shift+j');
    await card().waitFor({ state: 'detached' });
    await agent.waitForFunction((text) => document.activeElement?.value?.includes(text), SENTENCE);
    await agent.keyboard.press('Enter');
    await phone.locator('#messages').getByText(SENTENCE).waitFor();
    await article(SENTENCE).locator('[role=img][aria-label=Sent]').waitFor();
    await becomes(() => answer().inputValue(), '');
  });

  test('the admin reads what was asked, by whom, and that it was taken', async () => {
    await settings(admin, SECTIONS.assist);
    const row = window().getByRole('row', { name: /Suggested answer/ });
    await row.getByText('Taken', { exact: true }).waitFor();
    await row.getByText('agent1').waitFor();
    await row.getByText('Answered', { exact: true }).waitFor();
    assert.deepEqual(await violationsInBothSchemes(admin, AXE), []);
  });

  test('emotions are switched on, and stand on what a customer writes without a reload', async () => {
    const kept = admin.waitForResponse((told) => told.url().endsWith('/api/assist/setting') && told.ok());
    await window().getByRole('switch', { name: /^Emotions of customers/ }).click({ force: true });
    await kept;
    await agent.evaluate(() => (globalThis.notReloaded = true));
    await phone.locator('#words').fill(ANGRY);
    await phone.locator('#words').press('Enter');
    const mark = { name: /^Emotions: Anger \d+ %/ };
    await article(ANGRY).getByRole('img', mark).waitFor();
    await agent.locator('[data-ticket]', { hasText: ANGRY }).getByRole('img', mark).first().waitFor();
    assert.equal(await agent.evaluate(() => globalThis.notReloaded), true);
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('what a message tells is asked by key, one kind at a time', async () => {
    await article(ANGRY).click();
    await agent.keyboard.press('Shift+l');
    const kinds = agent.getByRole('group', { name: 'What this tells' });
    await kinds.getByRole('button', { name: 'Would recommend us' }).click();
    await agent.getByRole('log').getByText(/^Local helper, /).waitFor();
    await becomes(() => kinds.getByRole('button', { name: 'Would recommend us' }).getAttribute('aria-pressed'), 'true');
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('a recording is brought: other files are refused, and so it is without a helper for voices', async () => {
    await agent.locator('body').press('g');
    await agent.keyboard.press('.');
    await agent.getByRole('heading', { name: 'Upload', level: 1 }).waitFor();
    const input = agent.locator('main input[type=file]');
    await becomes(() => input.getAttribute('accept'), 'audio/*');
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await agent.getByRole('alert').getByText('notes.txt is no recording.', { exact: false }).waitFor();
    desk.allow(/409.*\/api\/upload\/voice/);
    await input.setInputFiles(sound('hello.wav'));
    await agent.getByRole('alert').getByText('Ask an admin to connect one.').waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
  });

  test('what it told is drawn between -50 and 200, as a pie and as it came', async () => {
    await agent.route('**/api/upload/voice', (route) => route.fulfill({ json: VOICE }));
    await agent.locator('main input[type=file]').setInputFiles([sound('complaint.wav'), sound('second.wav')]);
    const result = agent.getByRole('region', { name: 'What complaint.wav tells' });
    const ticks = result.locator('[data-tick]');
    await ticks.first().waitFor({ state: 'attached' });
    await becomes(() => ticks.allTextContents(), ['-50 %', '0 %', '50 %', '100 %', '150 %', '200 %']);
    const heights = await ticks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    assert.deepEqual(heights, heights.toSorted((a, b) => b - a), 'the axis rises');
    assert.equal(await result.getByRole('img', { name: 'Emotions' }).locator('path').count(), 3);
    await result.getByText('184 syllables a minute').waitFor();
    await result.getByRole('group', { name: 'Whole result' }).getByText('"pitch_hz": "182"').waitFor();
    assert.deepEqual(await violationsInBothSchemes(agent, AXE), []);
    await agent.setViewportSize(PHONE);
    await fits(agent);
    assert.deepEqual(await violations(agent, AXE), []);
    await agent.setViewportSize(DESK);
    await agent.unroute('**/api/upload/voice');
  });
}
