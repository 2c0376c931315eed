// A visitor waits in the queue, is taken by an agent, and both write.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, openContext, timed } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

export function livechat(shared) {
  let agent, visitor, desk, page;

  before(async () => {
    agent = await openContext(shared.browser);
    visitor = await openContext(shared.browser, { viewport: { width: 390, height: 844 } });
    desk = await agent.page();
    page = await visitor.page();
    await logIn(desk, shared.stand.core, 'agent2', PASSWORD);
    await desk.getByRole('link', { name: /^Tickets/ }).first().click();
  });
  after(async () => {
    await agent.close();
    await visitor.close();
  });

  test('the visitor fills in the form and gets a queue number', async () => {
    await page.goto(shared.stand.visit);
    await page.waitForURL(/\/register\/livechat\//);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('This cannot be empty.').first().waitFor();
    await page.getByLabel('Name').fill('Vera Visitor');
    await page.getByLabel('Phone').fill('+60 12 345 6789');
    await page.getByLabel('Email').fill('vera@example.com');
    await page.getByLabel('Message').fill('Do you ship to Kuching?');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Your queue number is 1').waitFor();
  });

  test('the agent sees the banner and takes one', async () => {
    const banner = desk.getByRole('status').filter({ has: desk.getByRole('button', { name: 'Take one' }) });
    await banner.getByRole('button', { name: 'Take one' }).click();
    await page.waitForURL(/\/start\/livechat\//);
    await page.getByLabel('Write a message').waitFor();
    await desk.waitForURL(/\/livechat\/.+/);
    await desk.getByLabel('Your answer').waitFor();
  });

  test('messages go both ways in under a second', async (t) => {
    await page.getByLabel('Write a message').fill('Hello, anybody there?');
    const there = await timed(desk, 'Hello, anybody there?', '[role=log]', () => page.getByLabel('Write a message').press('Enter'));
    await desk.getByLabel('Your answer').fill('Hello Vera, yes we do.');
    const back = await timed(page, 'Hello Vera, yes we do.', 'body', () => desk.getByLabel('Your answer').press('Enter'));
    t.diagnostic(`visitor → agent: ${there} ms, agent → visitor: ${back} ms`);
    assert.ok(there < 1000 && back < 1000, `took ${there} and ${back} ms`);
  });

  test('a reload keeps the history', async () => {
    await page.reload();
    await page.getByText('Hello Vera, yes we do.').waitFor();
    await page.getByText('Hello, anybody there?').waitFor();
    assert.equal(await page.getByText('Hello Vera, yes we do.').count(), 1);
    await page.getByLabel('Write a message').fill('Great.');
    await page.getByLabel('Write a message').press('Enter');
    await desk.getByRole('log').getByText('Great.').waitFor();
  });

  test('the visitor ends the chat and rates it', async () => {
    await page.getByRole('button', { name: 'End chat' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
    await page.getByText('Live Chat Ended').first().waitFor();
    await page.getByLabel('5 of 5 stars').check({ force: true });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Thank you for your feedback!').waitFor();
  });

  test('nothing complained', () => {
    assert.deepEqual(agent.complaints, []);
    assert.deepEqual(visitor.complaints, []);
  });
}
