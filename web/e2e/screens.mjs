// The ways to the seven screens that are measured and photographed.
import { settled, signIn } from './browser.mjs';
import { PASSWORD } from './stand.mjs';

/** Who goes to the screens within; the others are everybody's. */
export const INSIDERS = { tickets: 'agent1', conversation: 'agent1', livechat: 'agent1', channels: 'admin', plugins: 'admin' };

async function inside(page, stand, name, path, ready) {
  const hasSession = (await page.context().cookies(stand.core)).length > 0;
  if (!hasSession) await signIn(page, stand.core, INSIDERS[name], PASSWORD, { admin: INSIDERS[name] === 'admin' });
  await page.goto(stand.core + path);
  await ready.first().waitFor();
}

/** By name: how a page gets there. Needs a context without a session, or with that of whoever goes there. */
export const SCREENS = {
  async login(page, stand) {
    await page.goto(stand.core);
    await page.getByLabel('Username').waitFor();
    await settled(page);
  },
  async tickets(page, stand) {
    await inside(page, stand, 'tickets', '/ticket', page.locator('[data-ticket]'));
    await settled(page);
  },
  async conversation(page, stand) {
    await inside(page, stand, 'conversation', '/ticket/1', page.locator('[role=log] article'));
    await settled(page);
  },
  async channels(page, stand) {
    await inside(page, stand, 'channels', '/channels', page.getByRole('link', { name: /Demo Telegram/ }));
    await page.getByRole('link', { name: /Demo Telegram/ }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    await settled(page);
  },
  async plugins(page, stand) {
    await inside(page, stand, 'plugins', '/plugins', page.getByRole('link', { name: /Telegram/ }));
    await page.getByRole('link', { name: /Telegram/ }).first().click();
    await page.getByText('What it may do').waitFor();
    await settled(page);
  },
  async livechat(page, stand) {
    await inside(page, stand, 'livechat', '/livechat', page.getByRole('heading', { name: 'Live chats' }));
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
