// The ways to the seven screens that are measured and photographed.
import { logIn, settled } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

async function inside(page, stand, path, ready, admin = false) {
  await page.goto(stand.core + path);
  await page.getByLabel('Username').or(ready).first().waitFor();
  if (await page.getByLabel('Username').isVisible()) {
    await logIn(page, stand.core, admin ? 'admin' : 'agent1', PASSWORD, { admin });
    await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
    await page.goto(stand.core + path);
  }
  await ready.first().waitFor();
}

/** By name: how a page gets there. Needs a context of its own for the login and the visitor. */
export const SCREENS = {
  async login(page, stand) {
    await page.goto(stand.core);
    await page.getByLabel('Username').waitFor();
    await settled(page);
  },
  async tickets(page, stand) {
    await inside(page, stand, '/ticket', page.locator('[data-ticket]'));
    await settled(page);
  },
  async conversation(page, stand) {
    await inside(page, stand, '/ticket/1', page.locator('[role=log] article'));
    await settled(page);
  },
  async channels(page, stand) {
    await inside(page, stand, '/channels', page.getByRole('link', { name: /Demo Telegram/ }), true);
    await page.getByRole('link', { name: /Demo Telegram/ }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    await settled(page);
  },
  async plugins(page, stand) {
    await inside(page, stand, '/plugins', page.getByRole('link', { name: /Telegram/ }), true);
    await page.getByRole('link', { name: /Telegram/ }).first().click();
    await page.getByText('What it may do').waitFor();
    await settled(page);
  },
  async livechat(page, stand) {
    await inside(page, stand, '/livechat', page.getByRole('heading', { name: 'Live chats' }));
    await settled(page);
    // Where both fit, the chat is open beside the list.
    const chat = page.locator('a[href^="/livechat/"]').first();
    if ((page.viewportSize()?.width ?? 0) < 1024 || !(await chat.isVisible())) return;
    await chat.click();
    await page.getByRole('log').locator('article').first().waitFor();
    await settled(page);
  },
  async visitor(page, stand) {
    await page.goto(stand.visit);
    // With nobody at the desk the form comes at once, and says so.
    const next = page.getByRole('button', { name: 'Continue' });
    await next.or(page.getByLabel('Message')).first().waitFor();
    if (await next.isVisible()) await next.click();
    await page.getByLabel('Message').waitFor();
    await settled(page);
  },
};
