// Somebody who has only started the server: from the address in a browser to a desk of their own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, openContext } from './browser.mjs';
import { PASSWORD, startEmpty } from './stand.mjs';

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
    assert.equal(await page.getByLabel('Time zone').first().inputValue(), 'Asia/Kuching');
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
});
