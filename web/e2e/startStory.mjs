// A conversation that an agent starts: a letter to somebody new, its draft, and from a contact's page the next one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext } from './browser.mjs';
import { violations, visit } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function starts(shared) {
  let desk, agent, number;
  const core = () => shared.stand.core;
  const window = () => agent.getByRole('dialog', { name: 'New message' });

  before(async () => {
    desk = await openContext(shared.browser);
    agent = await desk.page();
    await logIn(agent, core(), 'agent1', PASSWORD, { at: '/ticket' });
    await agent.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await agent.locator('[data-ticket]').first().waitFor();
  });
  after(async () => {
    const { complaints } = desk;
    await desk.close();
    assert.deepEqual(complaints, []);
  });

  test('an agent is told what a letter needs', async () => {
    await agent.getByRole('button', { name: 'New message' }).click();
    await window().getByRole('combobox', { name: 'Channel' }).click();
    await agent.getByRole('option', { name: 'Demo Email' }).click();
    await window().getByRole('button', { name: 'Send', exact: true }).click();
    await window().getByText('Enter an email address, such as name@example.com.').waitFor();
    await window().getByText('Enter a subject.').waitFor();
    assert.deepEqual(await violations(agent, AXE), []);
  });

  test('closing asks once something is written, and a reload loses nothing', async () => {
    await window().getByRole('textbox', { name: "Or a new contact's name" }).fill('Demo Customer P');
    await window().getByRole('textbox', { name: 'To' }).fill('customer-p@demo.example');
    await window().getByRole('textbox', { name: 'Subject' }).fill('Your lamp is ready');
    await window().getByRole('textbox', { name: 'Message' }).fill('It waits for you at the counter.');
    await agent.keyboard.press('Escape');
    const asked = agent.getByRole('dialog', { name: 'Close without sending?' });
    await asked.getByText('Close', { exact: true }).click();
    await window().waitFor({ state: 'detached' });
    await agent.reload();
    await agent.locator('[data-ticket]').first().waitFor();
    await agent.getByRole('button', { name: 'New message' }).click();
    // The editor of formatted text takes the place of the box that stood in for it.
    await window().locator('[contenteditable=true]').waitFor();
    await becomes(() => window().getByRole('textbox', { name: 'Message' }).textContent(), 'It waits for you at the counter.');
    await becomes(() => window().getByRole('textbox', { name: 'To' }).inputValue(), 'customer-p@demo.example');
  });

  test('the letter goes out, and its ticket waits for the answer', async () => {
    await window().getByRole('textbox', { name: 'Message' }).press('Control+Enter');
    await window().waitFor({ state: 'detached' });
    const said = agent.getByRole('log').locator('article', { hasText: 'It waits for you at the counter.' });
    await said.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
    number = /\/ticket\/(\d+)/.exec(agent.url())?.[1];
    assert.ok(number, `${agent.url()} is no ticket`);
    await agent.getByRole('button', { name: 'Pending' }).first().waitFor();
  });

  test('from the ticket and from the profile the contact is written to again', async () => {
    const again = () => agent.getByRole('dialog', { name: 'Write to Demo Customer P' });
    await agent.getByRole('button', { name: 'Write to Demo Customer P' }).click();
    await again().getByRole('textbox', { name: 'Message' }).waitFor();
    await becomes(() => again().getByRole('combobox', { name: 'To' }).inputValue(), 'customer-p@demo.example');
    assert.deepEqual(await violations(agent, AXE), []);
    await agent.keyboard.press('Escape');
    await again().waitFor({ state: 'detached' });
    await visit(agent, '/contacts');
    await agent.locator('[data-contact]', { hasText: 'Demo Customer P' }).click();
    await agent.getByRole('button', { name: 'Write to Demo Customer P' }).click();
    await again().getByRole('textbox', { name: 'Subject' }).fill('Opening hours');
    await again().getByRole('textbox', { name: 'Message' }).fill('We are open until six.');
    await again().getByRole('button', { name: 'Send', exact: true }).click();
    await agent.getByRole('log').getByText('We are open until six.').waitFor();
    assert.ok(!agent.url().endsWith(`/ticket/${number}`), 'a letter without an answer begins a ticket of its own');
  });
}
