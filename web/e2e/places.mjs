// Every place of the workspace: how to get there once somebody is signed in, and who may.
import { logInByForm, settled } from './browser.mjs';
import { CONVERSATION_PLACES } from './conversationPlaces.mjs';
import { DIALOGS, menu, SECTIONS, settings } from './dialogs.mjs';
import { PASSWORD } from './stand.mjs';

/** What a host name shows; names below localhost lead to this machine. */
export const HOSTS = { 'all-in-one': '127.0.0.1', 'call-centre': 'calls.localhost', trading: 'trading.localhost' };

/** Who walks. The trial account is the admin's, with the plan changed before the page reads it, and ended. */
export const PEOPLE = {
  admin: { username: 'admin', admin: true },
  agent: { username: 'agent1', admin: false },
  trial: { username: 'admin', admin: true, plan: 0 },
};

export function at(core, variant) {
  const url = new URL(core);
  url.hostname = HOSTS[variant];
  return url.origin;
}

/** Signs in; the page then stands on the home of the given address. */
export async function enter(context, core, who) {
  const { username, admin, plan } = PEOPLE[who];
  if (plan !== undefined) {
    // In the page: a route would hold every request up, and keep the browser from caching any.
    await context.context.addInitScript((plan) => {
      const ask = window.fetch;
      window.fetch = async (...call) => {
        const answer = await ask(...call);
        if (!answer.ok || !answer.url.endsWith('/api/auth/check')) return answer;
        return Response.json({ ...(await answer.json()), plan, plan_ended: true });
      };
    }, plan);
  }
  const page = await context.page();
  await logInByForm(page, core, username, PASSWORD, { admin });
  await page.getByRole('button', { name: /^Account of/ }).first().waitFor();
  return page;
}

/** Goes to an address the way a click does, without loading the page anew. */
export async function visit(page, path) {
  await page.evaluate((to) => {
    // Each entry of the router's has a key of its own.
    window.history.pushState({ key: Math.random().toString(36).slice(2, 10) }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/**
 * The address, a sign that it is there, what is opened on it, `only` for whom, and whether it is in the settings' window.
 * What lies in a room of its own is listed by that room's tests as well; here it is looked at.
 */
export const PLACES = [
  { name: 'home', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }) },
  { name: 'tickets', path: '/ticket', ready: (page) => page.locator('[data-ticket]') },
  { name: 'conversation', path: '/ticket/1', ready: (page) => page.locator('[role=log] article') },
  { name: 'livechat', path: '/livechat', ready: (page) => page.getByRole('heading', { name: 'Live chats' }) },
  { name: 'calls', path: '/call', ready: (page) => page.locator('[data-call-row]').or(page.getByRole('heading', { name: 'No calls yet' })), only: ['admin', 'agent'] },
  { name: 'recordings', path: '/recording', ready: (page) => page.locator('[data-recording-row]').or(page.getByRole('heading', { name: 'No recordings yet' })), only: ['admin', 'agent'] },
  { name: 'contacts', path: '/contacts', ready: (page) => page.locator('[data-contact]'), only: ['admin', 'agent'] },
  { name: 'interactions', path: '/interactions', ready: (page) => page.getByRole('list', { name: 'Contacts found' }), only: ['admin', 'agent'] },
  { name: 'mobile-tickets', path: '/mobile/ticket', ready: (page) => page.locator('[data-ticket]'), only: ['admin', 'agent'] },
  { name: 'supervisory', path: '/supervisory', ready: (page) => page.getByRole('table', { name: 'Agents' }), only: ['admin'] },
  { name: 'report-summary', path: '/report/ticket/0', ready: (page) => page.getByRole('heading', { name: 'Summary' }), only: ['admin'] },
  { name: 'report-omnichannel', path: '/report/omnichannel', ready: (page) => page.getByText(/^Tickets by interval and group$|^No tickets in this range/), only: ['admin'] },
  { name: 'report-busy', path: '/report/omnichannel?tab=busy', ready: (page) => page.getByText(/^Busiest: |^Nothing was opened in this range/), only: ['admin'] },
  { name: 'report-performance', path: '/report/omnichannel?tab=performance', ready: (page) => page.getByRole('list', { name: 'All of these days' }).or(page.getByText('Nothing happened in these days')), only: ['admin'] },
  { name: 'report-calls', path: '/report/call', ready: (page) => page.getByRole('list', { name: 'All of these days' }).or(page.getByText('No calls in these days')), only: ['admin'] },
  { name: 'report-refused', path: '/report/omnichannel', ready: (page) => page.getByText('You do not have the permission to view reports'), only: ['agent'] },
  { name: 'channels', path: '/channels', ready: (page) => page.getByRole('link', { name: /Demo Telegram/ }), only: ['admin'] },
  { name: 'channels-refused', path: '/channels', ready: (page) => page.getByText('This place is for admins'), only: ['agent'] },
  { name: 'plugins', path: '/plugins', ready: (page) => page.getByRole('link', { name: /Telegram/ }), only: ['admin'] },
  { name: 'knowledge', path: '/kb', ready: (page) => page.getByRole('heading', { name: 'Knowledgebase', level: 1 }), only: ['admin'] },
  { name: 'knowledge-new', path: '/kb/new', ready: (page) => page.getByRole('textbox', { name: 'Text', exact: true }), only: ['admin'] },
  { name: 'knowledge-categories', path: '/kb/categories', ready: (page) => page.getByRole('button', { name: 'New category' }), only: ['admin'] },
  { name: 'knowledge-gaps', path: '/kb/gaps', ready: (page) => page.getByText(/^Every search found something|^What readers and colleagues/), only: ['admin'] },
  { name: 'knowledge-refused', path: '/kb', ready: (page) => page.getByText('This place is for admins'), only: ['agent'] },
  { name: 'support', path: '/support/kb/en', ready: (page) => page.getByRole('searchbox', { name: 'Search articles' }) },
  { name: 'manual', path: '/support/manual/en', ready: (page) => page.getByRole('searchbox', { name: 'Search articles' }) },
  { name: 'upload', path: '/upload', ready: (page) => page.getByRole('heading', { name: 'Upload', level: 1 }), only: ['admin', 'agent'] },
  { name: 'call-config', path: '/call_config', ready: (page) => page.getByRole('button', { name: 'Add a keypress' }), only: ['admin'] },
  { name: 'timer', path: '/timer', ready: (page) => page.getByRole('table', { name: 'Time in each status today' }), only: ['admin', 'agent'] },
  { name: 'plans', path: '/plan', ready: (page) => page.getByRole('heading', { name: 'Plans' }) },
  { name: 'payment', path: '/payment', ready: (page) => page.getByRole('heading', { name: 'Payment' }) },
  { name: 'not-yet', path: '/case', ready: (page) => page.getByText('Case Management is not part of this desk yet'), only: ['admin', 'agent'] },
  { name: 'report-calls-refused', path: '/report/call', ready: (page) => page.getByText('You do not have the permission to view reports'), only: ['agent'] },
  { name: 'refused', path: '/call_config', ready: (page) => page.getByText('You do not have the permission'), only: ['agent'] },
  { name: 'about', path: '/about', ready: (page) => page.getByText(/^Made by the/) },
  { name: 'not-found', path: '/nowhere', ready: (page) => page.getByText('The page you have requested was not found.') },
  {
    name: 'account-menu',
    path: '/',
    ready: (page) => page.getByRole('heading', { level: 1 }),
    open: async (page) => {
      await page.getByRole('button', { name: /^Account of/ }).first().click();
      await page.getByRole('menuitem', { name: 'Log Out' }).waitFor();
    },
  },
  { name: 'about-dialog', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }), open: (page) => menu(page, 'About') },
  { name: 'upgrade-dialog', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }), open: (page) => menu(page, 'Upgrade') },
  { name: 'log-out-dialog', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }), open: (page) => menu(page, 'Log Out') },
  { name: 'keys-dialog', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }), open: (page) => menu(page, 'Keyboard shortcuts') },
  ...Object.entries(SECTIONS).map(([id, section]) => ({
    name: `settings-${id}`,
    path: '/',
    ready: (page) => page.getByRole('heading', { level: 1 }),
    open: (page) => settings(page, section),
    close: () => undefined,
    only: ['admin'],
    isInSettings: true,
  })),
  { name: 'settings-unknown', path: '/settings/nowhere', ready: (page) => page.getByText('There is no section at this address'), open: () => undefined },
  { name: 'settings-refused', path: '/settings/users', ready: (page) => page.getByText('You do not have the permission for this section'), open: () => undefined, only: ['agent'] },
  {
    name: 'settings-search',
    path: '/settings/profile',
    ready: (page) => page.getByRole('combobox', { name: 'Search settings' }),
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Search settings' }).fill('time zone');
      await page.getByRole('option', { name: /^Time zone/ }).first().waitFor();
    },
    // The first one empties the field.
    close: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'navigation',
    path: '/',
    ready: (page) => page.getByRole('heading', { level: 1 }),
    // Wide screens show the labels, narrow ones the drawer.
    open: async (page) => {
      const drawer = page.getByRole('button', { name: 'Menu', exact: true });
      if (await drawer.isVisible()) {
        await drawer.click();
        await page.getByRole('navigation', { name: 'All places' }).waitFor();
      } else {
        await page.getByRole('button', { name: 'Show labels' }).click();
        await page.getByRole('button', { name: 'Hide labels' }).waitFor();
      }
    },
    close: async (page) => {
      const wide = page.getByRole('button', { name: 'Hide labels' });
      if (await wide.isVisible()) await wide.click();
      else await page.keyboard.press('Escape');
    },
  },
  ...DIALOGS,
  ...CONVERSATION_PLACES,
];

const inSettings = (page) => page.getByRole('dialog', { name: 'Settings' }).isVisible();

/** Opens a place; what it opened is closed again by `leave`. */
export async function go(page, place) {
  if (place.isInSettings !== true || !(await inSettings(page))) {
    await visit(page, place.path);
    await place.ready(page).first().waitFor();
  }
  await place.open?.(page);
}

/** Closes what the place opened. The window of the settings stays for the next place in it. */
export async function leave(page, place, next) {
  if (place.open === undefined) return;
  if (place.close === undefined) await page.keyboard.press('Escape');
  else await place.close(page);
  if (place.isInSettings === true) {
    if (next?.isInSettings === true) return;
    if (await inSettings(page)) await page.keyboard.press('Escape');
  }
  await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'hidden' });
}

/** What the colours decide; all else is the same in either scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What is told about accessibility and would keep somebody out, by all rules or by those named. */
export async function violations(page, axe, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const keepsOut = ({ impact }) => impact === 'serious' || impact === 'critical';
    // What a rule finds has the rule's own impact: the others are left out before they are run.
    const { rules: all } = globalThis.axe._audit;
    const lesser = Object.fromEntries(all.filter((rule) => !keepsOut(rule)).map(({ id }) => [id, { enabled: false }]));
    const options = { resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: only } } : { rules: lesser }) };
    const { violations: found } = await globalThis.axe.run(document, options);
    return found.filter(keepsOut).flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
  }, rules);
}

/** Where what is pressed is measured: the main screens, and each section of the settings. */
const MEASURED = ['home', 'tickets', 'conversation', 'livechat', 'calls', 'recordings', 'contacts', 'supervisory', 'report-summary', 'report-omnichannel', 'report-performance', 'report-calls', 'channels', 'plugins', 'knowledge', 'knowledge-new', 'support'];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** What is smaller to press than 24 pixels each way, without as much room around it; links in a text are exempt. */
export async function tooSmall(page, axe, { name, isInSettings = false }) {
  if (!MEASURED.includes(name) && !isInSettings) return [];
  const before = page.viewportSize();
  const found = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await settled(page);
    found.push(...(await violations(page, axe, ['target-size'])).map((text) => `${size.width} pixels: ${text}`));
  }
  await page.setViewportSize(before);
  return found;
}

/**
 * The same in both colour schemes: all rules in the one that is there, then by default what colours decide in the
 * other one. There the page stays, for each change draws all of it anew; which comes first makes no difference.
 */
export async function violationsInBothSchemes(page, axe, inTheOther = OF_COLOURS) {
  const schemes = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? ['dark', 'light'] : ['light', 'dark'];
  const first = await violations(page, axe);
  await page.emulateMedia({ colorScheme: schemes[1] });
  // A screen that is drawn later in the other scheme would be read in the wrong one.
  await page.waitForFunction((before) => document.documentElement.getAttribute('data-mantine-color-scheme') !== before, schemes[0]);
  await settled(page);
  const second = await violations(page, axe, inTheOther);
  return [first, second].flatMap((found, at) => found.map((text) => `${schemes[at]}: ${text}`));
}
