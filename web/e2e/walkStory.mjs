// Every address of the workspace, as every kind of person, at every variant's host name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { openContext } from './browser.mjs';
import { at, enter, go, HOSTS, leave, PEOPLE, PLACES, tooSmall, violationsInBothSchemes, visit } from './places.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Addresses that are the workspace's but have no screen yet. */
const RESERVED = [
  '/chat', '/chat/1', '/customer_analysis', '/customer_analysis/1',
  '/forms', '/case', '/case/1', '/campaign', '/campaign/1', '/mobile/chat', '/sms', '/sms/1', '/product', '/product/1', '/calendar', '/calendar/1', '/calendar/event/1',
  '/kanban', '/analyst_intelligence', '/analyst_intelligence/email/1', '/prediction_validator', '/integrated_insight', '/ai_learning',
];

/** Of those, what admins have in a section of the settings meanwhile. */
const KEPT_IN = { '/forms': '/settings/ticket-forms' };

/** Addresses that somebody with a session has no use for, and one that nobody has the screen of yet. */
const HOMEWARD = ['/login', '/pricing', '/contact', '/signup', '/dashboard'];

/** Without a session: what is public, by a sign of it. All else leads to the login. */
const PUBLIC = {
  '/pricing': (page) => page.getByRole('heading', { name: 'Plans' }),
  '/contact': (page) => page.getByRole('heading', { name: 'Contact' }),
  '/signup': (page) => page.getByRole('heading', { level: 1 }),
  '/support/kb/en': (page) => page.getByRole('heading', { level: 1 }),
  '/support/manual/en': (page) => page.getByRole('heading', { level: 1 }),
  '/password_reset': (page) => page.getByRole('heading', { level: 1 }),
  '/about': (page) => page.getByText(/^Made by the/),
  '/new_ticket/nowhere': (page) => page.getByRole('heading', { name: 'This form does not exist' }),
  '/survey/nowhere': (page) => page.getByRole('heading', { name: 'This survey does not exist' }),
  '/start/livechat/nowhere': (page) => page.getByText('This link maybe used or deleted.', { exact: false }),
  '/register/livechat/nowhere': (page) => page.getByText('This link maybe used or deleted.', { exact: false }),
};

const NAMES = { 'all-in-one': 'Patchbay', 'call-centre': 'Patchbay Calls', trading: 'Patchbay Trading' };

/** The entries of the panel, by variant and person. */
const MENUS = {
  'all-in-one': {
    admin: ['Home', 'Tickets', 'Live chat', 'Call', 'Contacts', 'Channels', 'Plugins', 'Report', 'Knowledgebase', 'Call Report', 'Supervisory', 'Call Configurations', 'Support'],
    agent: ['Home', 'Tickets', 'Live chat', 'Call', 'Contacts', 'Knowledgebase', 'Support'],
    trial: ['Home', 'Tickets', 'Live chat', 'Knowledgebase', 'Support'],
  },
  'call-centre': {
    admin: ['Home', 'Live chat', 'Call', 'Contacts', 'Channels', 'Plugins', 'Call Report', 'Supervisory', 'Call Configurations', 'Support'],
    agent: ['Home', 'Live chat', 'Call', 'Contacts', 'Support'],
    trial: ['Home', 'Live chat', 'Support'],
  },
  trading: {
    admin: ['Home', 'Channels', 'Plugins', 'Support'],
    agent: ['Home', 'Support'],
    trial: ['Home', 'Support'],
  },
};

/** What is read at the other hosts too: the frame in its colours. */
const ELSEWHERE = ['home', 'navigation', 'account-menu'];

/** Where a trial may go as well, although there is no screen yet. */
const OPEN_ON_TRIAL = /^\/chat(\/|$)/;

/** Where somebody ends who goes to a reserved address, and that there is no 404. */
async function walk(page, who) {
  const wrong = [];
  for (const path of RESERVED) {
    await visit(page, path);
    if (who === 'trial' && !OPEN_ON_TRIAL.test(path)) {
      await page.waitForFunction(() => window.location.pathname === '/', null, { timeout: 5_000 }).catch(() => wrong.push(`${path} stays`));
      continue;
    }
    if (who === 'admin' && path in KEPT_IN) {
      await page.waitForFunction((to) => window.location.pathname === to, KEPT_IN[path], { timeout: 5_000 }).catch(() => wrong.push(`${path} does not lead to its settings`));
      continue;
    }
    const told = page.getByText(/is not part of this desk yet|You do not have the permission/).first();
    await told.waitFor({ timeout: 5_000 }).catch(() => wrong.push(`${path} shows something else`));
  }
  for (const path of HOMEWARD) {
    await visit(page, path);
    await page.waitForFunction(() => window.location.pathname === '/', null, { timeout: 5_000 }).catch(() => wrong.push(`${path} stays`));
  }
  return wrong;
}

/** What a trial does not have names its plan; one that has ended says so over every screen, and leads to the plans. */
async function upgrade(page) {
  const dialog = page.getByRole('dialog', { name: 'Upgrade Plan' });
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await dialog.getByText('This feature requires the Starter plan or above.').waitFor();
  await close();
  await page.getByText('Your trial has ended.').waitFor();
  await page.getByRole('button', { name: 'Upgrade' }).click();
  await dialog.getByText('Your account has the plan Trial.').waitFor();
  await close();
}

export function walks(shared) {
  for (const variant of Object.keys(HOSTS)) {
    // Who somebody is makes the same difference at every host, so the others are walked by two.
    for (const who of Object.keys(PEOPLE).filter((who) => variant === 'all-in-one' || who !== 'trial')) {
      test(`${who} at the ${variant} host`, async () => {
        const found = [];
        const context = await openContext(shared.browser, { colorScheme: 'light' });
        const page = await enter(context, at(shared.stand.core, variant), who);
        await page.waitForFunction((name) => document.title.endsWith(`– ${name}`), NAMES[variant]);
        const entries = page.getByRole('navigation', { name: 'Navigation' }).locator('[class*=entries] a');
        const names = await entries.evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').replace(/ \d+ unread$/, '')));
        assert.deepEqual(names, MENUS[variant][who]);
        if (variant === 'all-in-one') found.push(...(await walk(page, who)));
        if (who === 'trial') await upgrade(page);
        // The panel and the colours differ between hosts, the screens do not: those are read at one.
        const places = PLACES.filter(
          ({ only, name, furnished }) =>
            furnished !== true && (only === undefined || only.includes(who)) && (variant === 'all-in-one' || ELSEWHERE.includes(name)),
        ).toSorted((one, other) => Number(other.isInSettings ?? false) - Number(one.isInSettings ?? false));
        for (const [at, place] of places.entries()) {
          await go(page, place);
          found.push(...(await violationsInBothSchemes(page, AXE)).map((text) => `${place.name}, ${text}`));
          if (variant === 'all-in-one' && who === 'admin') found.push(...(await tooSmall(page, AXE, place)).map((text) => `${place.name}, ${text}`));
          await leave(page, place, places[at + 1]);
        }
        assert.deepEqual(context.complaints, []);
        await context.close();
        assert.deepEqual(found, []);
      });
    }
  }

  test('without a session every address leads to the login, unless it is public or none', async () => {
    const context = await openContext(shared.browser);
    // The links lead nowhere on purpose.
    context.allow(/40[34].*nowhere/);
    const page = await context.page();
    for (const [path, sign] of Object.entries(PUBLIC)) {
      await page.goto(shared.stand.core + path);
      await sign(page).first().waitFor();
      assert.equal(new URL(page.url()).pathname, path);
    }
    await page.goto(shared.stand.core);
    await page.getByLabel('Username').waitFor();
    const inside = ['/ticket', '/ticket/1', '/call', '/call/1', '/call/ongoing', '/recording', '/interactions', '/livechat', '/channels', '/plugins', '/plan', '/popup/ticket/1', '/report/call', '/dashboard', '/kb', '/upload', ...RESERVED];
    for (const path of inside) {
      await visit(page, path);
      await page.waitForFunction(() => window.location.pathname === '/', null, { timeout: 5_000 }).catch(() => assert.fail(`${path} stays`));
    }
    await page.getByLabel('Username').waitFor();
    // What is no address of the workspace is none for strangers, either.
    await visit(page, '/nowhere');
    await page.getByText('The page you have requested was not found.').waitFor();
    assert.deepEqual(context.complaints, []);
    await context.close();
  });

  test('the login follows the host name', async () => {
    const context = await openContext(shared.browser);
    const page = await context.page();
    for (const [variant, name] of Object.entries(NAMES)) {
      await page.goto(at(shared.stand.core, variant));
      await page.getByRole('heading', { name: `Log in to ${name}`, exact: true }).waitFor();
      assert.equal(await page.title(), name);
      assert.match((await page.locator('meta[name=theme-color]').getAttribute('content')) ?? '', /^#[0-9a-f]{6}$/);
    }
    await context.close();
  });
}
