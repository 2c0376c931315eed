// The live chat widget on a shop's page: another origin, and a content policy that allows nothing it could do
// without. A visitor opens it, waits, chats, goes on after a reload, and rates.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { becomes } from './becomes.mjs';
import { logIn, openContext, signIn } from './browser.mjs';
import { violations } from './places.mjs';
import { PASSWORD } from './stand.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
/** A page may hide whom it likes; the widget's own tree is not reached by it. */
const SHOP = (script, more = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A shop</title>` +
  `<script src="/stub.js"></script>${more}<script async src="${script}"></script><main><h1>A shop</h1><p><a href="/">Lamps</a></p></main></html>`;
const STUB = 'window.patchbay = function () { (patchbay.q = patchbay.q || []).push(arguments); };';
const IN_SHOP = { name: 'Mei Member', email: 'mei@shop.example' };

/** A JWT as a shop's server signs it. */
function signed(claims, secret) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/**
 * The shop's server. Its address is a site of the widget's; its name, which leads to the same pages, is none. The other
 * way round the frame would be of another site too, which this Chromium, driven as it is, gives no storage.
 */
async function openShop(core) {
  const pages = new Map();
  const server = createServer(({ url }, answer) => {
    const found = pages.get(url) ?? '';
    const kind = url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    const policy = `default-src 'none'; script-src 'self' ${core}; frame-src ${core}; require-trusted-types-for 'script'`;
    answer.writeHead(found === '' ? 404 : 200, { 'content-type': kind, 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }).end(found);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  return { pages, site: `http://127.0.0.1:${port}`, stranger: `http://localhost:${port}`, close: () => server.close() };
}

export function widgets(shared) {
  let shop, boss, agent, visitor, desk, page, secret;
  const core = () => shared.stand.core;
  const launcher = () => page.getByRole('button', { name: /^Ask us/ });
  const chat = () => page.frameLocator('iframe');
  const panel = () => page.getByRole('dialog', { name: 'Shop help' });
  const answer = async (text) => {
    await desk.getByLabel('Your answer').fill(text);
    await desk.getByLabel('Your answer').press('Enter');
  };
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName ?? document.activeElement?.tagName);

  before(async () => {
    shop = await openShop(core());
    [boss, agent, visitor] = await Promise.all([
      openContext(shared.browser),
      openContext(shared.browser),
      openContext(shared.browser, { viewport: DESK }),
    ]);
    // A site that is not on the list is refused by the browser itself.
    visitor.allow(/frame-ancestors/, /favicon/);
    await signIn(boss.context, core(), 'admin', PASSWORD, { admin: true });
    const ask = async (method, path, data) => {
      const answered = await boss.context.request.fetch(core() + path, { method, data, headers: { origin: core() } });
      assert.ok(answered.ok(), await answered.text());
      return answered.json();
    };
    const [widget] = await ask('GET', '/api/livechat/widgets');
    const texts = { en: { title: 'Shop help', launcher: 'Ask us', greeting: '' } };
    const set = { enabled: true, sites: [shop.site], position: 'right', accent: '#7A4B00', texts, greeting: null, fresh_on_reload: false };
    const { script_url: script } = await ask('PUT', `/api/livechat/widgets/${widget.channel_id}`, set);
    ({ secret } = await ask('POST', `/api/livechat/widgets/${widget.channel_id}/secret`));
    shop.pages.set('/', SHOP(script)).set('/stub.js', STUB);
    shop.pages.set('/member', SHOP(script, '<script src="/member.js"></script>'));
    [desk, page] = [await agent.page(), await visitor.page()];
    await logIn(desk, core(), 'agent2', PASSWORD);
    await desk.getByRole('link', { name: /^Tickets/ }).first().click();
  });
  after(async () => {
    const complaints = [...agent.complaints, ...visitor.complaints];
    await Promise.all([boss.close(), agent.close(), visitor.close()]);
    shop.close();
    assert.deepEqual(complaints, []);
  });

  test('costs a page one script and its button', async () => {
    const loaded = [];
    page.on('request', (request) => loaded.push(new URL(request.url())));
    await page.goto(shop.site);
    await launcher().waitFor();
    assert.deepEqual(loaded.filter(({ origin }) => origin === core()).map(({ pathname }) => pathname.replace(/[\w-]+\.js/, 'key.js')), ['/widget/key.js']);
    assert.deepEqual(await violations(page, AXE), []);
  });

  test('is opened, closed and opened again by keyboard', async () => {
    await launcher().focus();
    await page.keyboard.press('Enter');
    await chat().getByLabel('Name').waitFor();
    await becomes(() => launcher().getAttribute('aria-expanded'), 'true');
    assert.equal(await focused(), 'IFRAME');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'BUTTON');
    await page.keyboard.press('Enter');
    await chat().getByLabel('Name').waitFor();
    assert.deepEqual(await violations(page, AXE), []);
  });

  test('puts the visitor into the queue, who keeps the place on the next page', async () => {
    await chat().getByLabel('Name').fill('Wanda Widget');
    await chat().getByLabel('Phone').fill('+60 12 345 6780');
    await chat().getByLabel('Email').fill('wanda@example.com');
    await chat().getByLabel('Message').fill('Is the lamp green?');
    await chat().getByRole('button', { name: 'Connect' }).click();
    await chat().getByText('Your queue number is 1').waitFor();
    await page.getByRole('link', { name: 'Lamps' }).click();
    await chat().getByText('Your queue number is 1').waitFor();
    assert.equal(await focused(), 'BODY');
  });

  test('brings visitor and agent together', async () => {
    const banner = desk.getByRole('status').filter({ has: desk.getByRole('button', { name: 'Take one' }) });
    await banner.getByRole('button', { name: 'Take one' }).click();
    await chat().getByLabel('Write a message').fill('I like green.');
    await chat().getByLabel('Write a message').press('Enter');
    await desk.getByRole('log').getByText('I like green.').waitFor();
    await answer('It is green, Wanda.');
    await chat().getByRole('log').getByText('It is green, Wanda.').waitFor();
    assert.deepEqual(await violations(page, AXE), []);
  });

  test('counts what comes while it is closed, on the next page too', async () => {
    await chat().getByRole('button', { name: 'Close chat window' }).click();
    await panel().waitFor({ state: 'hidden' });
    await answer('And we have two.');
    await page.getByRole('button', { name: 'Ask us, 1 unread' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Ask us, 1 unread' }).click();
    await chat().getByRole('log').getByText('And we have two.').waitFor();
    await page.getByRole('button', { name: 'Ask us', exact: true }).waitFor();
    assert.equal(await chat().getByText('It is green, Wanda.').count(), 1);
  });

  test('takes the whole window of a phone', async () => {
    await page.setViewportSize(PHONE);
    const { x, y, width, height } = await panel().boundingBox();
    assert.deepEqual({ x, y, width, height }, { x: 0, y: 0, ...PHONE });
    await becomes(() => launcher().isVisible(), false);
    const wide = await chat().locator('html').evaluate((html) => html.scrollWidth);
    assert.ok(wide <= PHONE.width, `the frame is ${wide} wide`);
    await chat().getByRole('button', { name: 'Close chat window' }).click();
    await launcher().click();
    await chat().getByLabel('Write a message').waitFor();
    await page.setViewportSize(DESK);
  });

  test('lets the visitor rate and begin anew', async () => {
    await chat().getByRole('button', { name: 'End chat' }).click();
    await chat().getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
    await chat().getByText('Live Chat Ended').first().waitFor();
    await chat().getByLabel('5 of 5 stars').check({ force: true });
    await chat().getByRole('button', { name: 'Submit' }).click();
    await chat().getByText('Thank you for your feedback!').waitFor();
    await chat().getByRole('button', { name: 'Start a new chat' }).click();
    await chat().getByLabel('Name').waitFor();
    await becomes(() => chat().getByLabel('Name').inputValue(), 'Wanda Widget');
    await becomes(() => chat().getByLabel('Message').inputValue(), '');
  });

  test("shows what the shop's server says of a member, and goes on without what nobody signed", async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const member = (token) => shop.pages.set('/member.js', `patchbay('on', 'problem', (text) => { document.title = text; }); patchbay('identify', { token: '${token}' }); patchbay('open');`);
    member(signed({ sub: '42', exp, ...IN_SHOP }, secret));
    await page.goto(`${shop.site}/member`);
    await chat().getByText('come from your account').waitFor();
    const name = chat().getByLabel('Name');
    await becomes(async () => [await name.inputValue(), await name.getAttribute('readonly')], [IN_SHOP.name, '']);
    await page.evaluate(() => window.patchbay('shutdown'));
    await page.locator('patchbay-widget').waitFor({ state: 'detached' });
    visitor.allow(/422.*\/api\/livechat\/link/);
    member(signed({ sub: '42', exp, ...IN_SHOP }, 'not the secret'));
    await page.goto(`${shop.site}/member`);
    await chat().getByLabel('Name').waitFor();
    await becomes(() => chat().getByLabel('Name').inputValue(), '');
    assert.match(await page.title(), /not signed/);
  });

  test('leads visitors of another site to a page of their own', async () => {
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning' && /one of the widget's sites/.test(message.text()));
    await page.goto(shop.stranger);
    await launcher().click();
    await warned;
    const link = page.getByRole('link', { name: 'Open it in a new tab' });
    const opened = visitor.context.waitForEvent('page');
    await link.click();
    await (await opened).waitForURL(/\/register\/livechat\//);
  });
}
