// The browser, with an ear on everything a page complains about.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { WAIT_MS } from './becomes.mjs';
import { inMemory } from './memory.mjs';

/** What the driver turns off by itself. Of several such lists Chromium takes the last one, so that ours begins with it. */
const OFF_BY_DRIVER = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages of Chromium's own behind the address bar, two to a window and each a process: a fifth of all its work, and nobody types there. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
const ARGS = [
  `--disable-features=${[...OFF_BY_DRIVER, ...ADDRESS_BAR].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(inMemory ? [] : ['--disable-dev-shm-usage']),
];
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function launch() {
  const given = process.env['CHROMIUM_BIN'] ?? process.env['CHROMIUM'];
  const executablePath = given ?? PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('Chromium was not found; set CHROMIUM_BIN.');
  return chromium.launch({ executablePath, args: ARGS });
}

// Before the first login nobody has a session: the check of it is answered with 401.
const FIRST_CHECK = /401.*\/api\/auth\/check$/;

/** The contexts that are open, for what is told of a test that failed. */
const contexts = new Set();

/** What stands on each page at this moment: where it is, what has the focus, what lies over it. */
export async function tellPages(title) {
  for (const page of [...contexts].flatMap((context) => context.pages())) {
    const seen = await page
      .evaluate(() => ({
        at: location.pathname + location.search,
        focus: document.activeElement?.outerHTML.slice(0, 300),
        value: document.activeElement?.value,
        over: [...document.querySelectorAll('[role="dialog"],[role="alertdialog"],[role="alert"]')].map((one) => [
          one.getAttribute('aria-label') ?? one.getAttribute('role'),
          one.textContent?.slice(0, 400),
          [...one.querySelectorAll('input')].map(({ value }) => value),
        ]),
      }))
      .catch((thrown) => String(thrown));
    console.error(`${title}, the page then:`, JSON.stringify(seen));
  }
}

/** A browser that is never idle: what may be done then waits as long as its caller lets it. */
function neverIdle() {
  window.requestIdleCallback = (run, { timeout = 0 } = {}) => window.setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 });
  window.cancelIdleCallback = (handle) => window.clearTimeout(handle);
}

/**
 * A context of its own, as another browser would be. `complaints` collects errors of all its pages. It asks
 * for less motion: a dialog that still grows takes its buttons from under a press, where the machine is slow.
 * An idle desk fetches all of its parts ahead, half as much work again as the first screen. So each page asks
 * for what it needs when it needs it, unless the story is about a line that is gone by then: `isIdle`.
 */
export async function openContext(browser, { isIdle = false, ...options } = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  const complaints = [];
  const allowed = [FIRST_CHECK];
  const note = (text) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP violation of ${event.violatedDirective} by ${event.blockedURI}`);
    });
  });
  if (!isIdle) await context.addInitScript(neverIdle);
  context.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} ${message.location().url}`.trim());
  });
  context.on('weberror', (error) => note(`uncaught: ${String(error.error())}`));
  context.setDefaultTimeout(WAIT_MS);
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  return {
    context,
    complaints,
    /** Complaints that a test provokes on purpose. */
    allow: (...patterns) => allowed.push(...patterns),
    page: () => context.newPage(),
    close: () => context.close(),
  };
}

/** When a text stands on the page, told by the page itself; both clocks are this machine's. */
export function whenShown(page, text, selector = 'body') {
  return page.evaluate(
    ([wanted, within]) =>
      new Promise((done) => {
        const there = () => [...document.querySelectorAll(within)].some((one) => one.textContent?.includes(wanted));
        if (there()) return done(Date.now());
        const observer = new MutationObserver(() => {
          if (!there()) return;
          observer.disconnect();
          done(Date.now());
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    [text, selector],
  );
}

/** Asks within the page until there is something, and gives it; `waitForFunction` takes a promise as found. */
export async function asked(page, ask, given) {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = await page.evaluate(ask, given);
    if (found) return found;
    if (Date.now() > end) throw new Error(`Nothing was found by ${ask}`);
    await page.waitForTimeout(50);
  }
}

/** Does `act` and gives the milliseconds until the text stands on the page. */
export async function timed(page, text, selector, act) {
  const shown = whenShown(page, text, selector);
  const begun = Date.now();
  await act();
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(failed, WAIT_MS, new Error(`"${text}" did not appear`));
  });
  const at = await Promise.race([shown, late]);
  clearTimeout(timer);
  return at - begun;
}

/** Asks for a session as the form of the login does, for a page or a context; who only calls the API needs no page. */
export async function signIn({ request }, core, username, password, { admin = false } = {}) {
  const data = { client: username, password, type: admin ? 'admin' : 'agent', tfa: '' };
  const answer = await request.post(`${core}/api/auth2`, { data, headers: { origin: core } });
  if (!answer.ok()) throw new Error(`${username} could not log in: ${await answer.text()}`);
}

/** Logs in and loads the place `at` once. The form has stories of its own; filled in each time it cost two more screens. */
export async function logIn(page, core, username, password, { admin = false, at = '/' } = {}) {
  await signIn(page, core, username, password, { admin });
  await page.goto(core + at);
}

/** Logs in as people do; home comes next. */
export async function logInByForm(page, core, username, password, { admin = false } = {}) {
  await page.goto(core);
  await page.getByText(admin ? 'Admin' : 'Agent', { exact: true }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Waits until fonts are there and nothing moves any more: what has faded may let something within it fade. */
export async function settled(page) {
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const moving = () => document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await document.fonts.ready;
    await drawn();
    for (let still = moving(); still.length > 0; still = moving()) {
      await Promise.allSettled(still.map((one) => one.finished));
      await drawn();
    }
  });
}
