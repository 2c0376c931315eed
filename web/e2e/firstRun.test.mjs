// Somebody who has only started the server: from the address in a browser to a desk of their own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { launch, openContext } from './browser.mjs';
import { violations } from './places.mjs';
import { PASSWORD, startEmpty } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the first run', () => {
  let stand, browser, context, page;

  before(async () => {
    [stand, browser] = await Promise.all([startEmpty(), launch()]);
    context = await openContext(browser, { timezoneId: 'Asia/Kuching' });
    // The wrong code is refused on purpose.
    context.allow(/422.*\/api\/setup$/);
    page = await context.page();
  });
  after(async () => {
    await browser?.close();
    await stand?.stop();
  });

  test('the address leads to the page that asks for the code', async () => {
    await page.goto(stand.core);
    await page.waitForURL(/\/setup$/);
    await page.getByRole('heading', { name: 'Set up Patchbay' }).waitFor();
  });

  test('it is filled in by keyboard alone, and a wrong code is told', async () => {
    const type = async (...words) => {
      for (const word of words) {
        await page.keyboard.type(word);
        await page.keyboard.press('Tab');
      }
    };
    await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
    await type('0000-0000-0000', 'Corner Shop', 'Mei Ling', 'mei');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('This is not the code that the server printed when it started.').waitFor();
    await becomes(() => page.getByLabel('Time zone').first().inputValue(), 'Asia/Kuching');
    await page.getByLabel('Code').fill(stand.code.toLowerCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
  });

  test('the owner is at home, and the page is closed', async () => {
    await page.getByRole('button', { name: 'Account of Mei Ling' }).first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    const stranger = await openContext(browser);
    const other = await stranger.page();
    await other.goto(`${stand.core}/setup`);
    await other.getByText('This desk has been set up already').waitFor();
    await other.getByRole('link', { name: 'Back to the login' }).click();
    await other.getByLabel('Username').waitFor();
    assert.deepEqual([...context.complaints, ...stranger.complaints], []);
  });

  test('home says what the desk still needs, and what is done', async () => {
    const list = page.getByRole('region', { name: 'Set up your desk' });
    await list.getByText('0 of 5 done').waitFor();
    assert.deepEqual(await violations(page, AXE), []);
    await list.getByRole('button', { name: 'Make a label' }).click();
    await page.getByRole('button', { name: 'Close settings' }).waitFor();
    const made = { name: 'Urgent', color: '#2457c5', colorDark: '#8fb2ff', level: 1, sla: 60, isNew: true };
    const answer = await page.request.post(`${stand.core}/api/label/update`, { data: { labelArray: [made] }, headers: { origin: stand.core } });
    assert.ok(answer.ok());
    await page.getByRole('button', { name: 'Close settings' }).click();
    await list.getByText('1 of 5 done').waitFor();
    await list.getByRole('link', { name: 'Connect a channel' }).click();
    await page.waitForURL(`${stand.core}/channels`);
    await page.goto(stand.core);
  });

  test('it can be hidden, and stays so', async () => {
    const list = page.getByRole('region', { name: 'Set up your desk' });
    await list.getByRole('button', { name: 'Hide this checklist' }).click();
    await list.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Nothing waits for you').waitFor();
    assert.equal(await list.count(), 0);
    assert.deepEqual(context.complaints, []);
  });
});
