// What opens over the places: search, panels, pickers, and the forms behind the settings' lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from './stand.mjs';

/** The sections of the settings by their id, as an admin reads them. */
export const { label: SECTIONS } = JSON.parse(readFileSync(join(import.meta.dirname, '../src/app/settings/texts/en.json'), 'utf8'));

const home = (page) => page.getByRole('heading', { level: 1 });
const account = (page) => page.getByRole('button', { name: /^Account of/ }).first();
export const window = (page) => page.getByRole('dialog').last();

const rows = (page) => page.locator('[data-ticket]');
export const talk = (page) => page.locator('[role=log] article');
const bulk = (page) => page.getByRole('region', { name: 'Chosen tickets' });

/** Opens a menu beside its button. */
export async function choose(page, name) {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Opens a window from the account's menu. */
export async function menu(page, entry) {
  await account(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.getByRole('dialog').first().waitFor();
}

/** Opens a section of the settings, from the account's menu or from another section. */
export async function settings(page, section) {
  if (!(await page.getByRole('dialog', { name: 'Settings' }).isVisible())) await menu(page, 'Settings');
  const chooser = page.getByLabel('Sections').locator('visible=true').first();
  if ((await chooser.evaluate((element) => element.tagName)) === 'SELECT') await chooser.selectOption({ label: section });
  else await chooser.getByRole('button', { name: section, exact: true }).click();
  await page.getByRole('dialog').getByRole('heading', { name: section, exact: true }).first().waitFor();
}

/** Leaves an opened form: a section that is closed with its form open shows the form again. */
async function closeForm(page) {
  const cancel = window(page).getByRole('button', { name: 'Cancel', exact: true });
  if (await cancel.isVisible()) await cancel.click();
  else await page.keyboard.press('Escape');
  await cancel.waitFor({ state: 'hidden' });
}

/** A section with what a button of it opens. */
const form = (name, section, button, ready) => ({
  name: `settings-${name}`,
  path: '/',
  ready: home,
  only: ['admin'],
  isInSettings: true,
  open: async (page) => {
    await settings(page, SECTIONS[section]);
    await window(page).getByRole('button', { name: button }).first().click();
    await ready(window(page)).first().waitFor();
  },
  close: closeForm,
});

/** What is there on a desk that was furnished only. */
const furnished = (place) => ({ ...place, furnished: true });

async function search(page, words) {
  await page.getByRole('button', { name: 'Search (/)' }).or(page.getByRole('button', { name: 'Search', exact: true })).first().click();
  const field = page.getByRole('search').getByRole('textbox');
  await field.waitFor();
  if (words === '') return;
  await field.fill(words);
  await field.press('Enter');
  await page.locator('[data-result]').or(page.getByText('Nothing was found')).first().waitFor();
}

async function bell(page, tab) {
  await page.getByRole('button', { name: /^Notifications/ }).first().click();
  await page.getByRole('tab', { name: tab }).click();
  await page.locator('[data-notice]').or(page.getByText('No Notification')).first().waitFor();
}

async function askTwoFactor(page) {
  await settings(page, SECTIONS.security);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByLabel('Your password').waitFor();
}

/** As in `PLACES`: the address, a sign that it is there, what is opened on it, and for whom. */
export const DIALOGS = [
  { name: 'search', path: '/', ready: home, open: (page) => search(page, '') },
  { name: 'search-results', path: '/', ready: home, open: (page) => search(page, 'lamp') },
  { name: 'bell', path: '/', ready: home, open: (page) => bell(page, /^System/) },
  { name: 'bell-empty', path: '/', ready: home, open: (page) => bell(page, /^SLA/) },
  {
    name: 'new-message',
    path: '/ticket',
    ready: (page) => page.locator('[data-ticket]'),
    open: async (page) => {
      await page.getByRole('button', { name: 'New message' }).click();
      await page.getByRole('dialog', { name: 'New message' }).getByRole('combobox', { name: 'Channel' }).click();
      await page.getByRole('option', { name: 'Demo Email' }).click();
    },
  },
  {
    name: 'new-ticket',
    path: '/ticket',
    ready: (page) => page.locator('[data-ticket]'),
    open: async (page) => {
      await page.getByRole('button', { name: 'New message' }).click();
      await page.getByRole('dialog', { name: 'New message' }).getByText('Ticket by hand').click();
      await page.getByRole('dialog', { name: 'New ticket' }).getByRole('button', { name: 'Enter ticket' }).waitFor();
    },
  },
  form('form-new', 'ticket_forms', 'New form', (page) => page.getByLabel('Heading', { exact: true })),
  {
    name: 'status-picker',
    path: '/',
    ready: home,
    open: async (page) => {
      await menu(page, 'My Status');
      await page.getByRole('radio', { name: 'Away' }).click();
      await page.getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'online-users',
    path: '/',
    ready: home,
    open: async (page) => {
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Online users' }).click();
      await page.getByRole('dialog', { name: 'Online users' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'person-card',
    path: '/',
    ready: home,
    open: async (page) => {
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Online users' }).click();
      await page.getByRole('dialog', { name: 'Online users' }).getByRole('button', { name: /Demo Agent/ }).first().click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/',
    ready: home,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/./).last().waitFor();
    },
  },
  {
    name: 'label-filter',
    path: '/ticket',
    ready: (page) => page.locator('[data-ticket]'),
    open: async (page) => {
      // Without labels there is no filter.
      const filter = page.getByRole('button', { name: 'Filter by labels' });
      if (await filter.isVisible()) await filter.click();
    },
  },
  {
    name: 'filter',
    path: '/ticket',
    ready: rows,
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await window(page).getByLabel('Name for this filter').waitFor();
    },
  },
  {
    name: 'filter-saved',
    path: '/ticket?priorities=H',
    ready: (page) => page.getByRole('button', { name: /^Filter:/ }),
    open: async (page) => {
      await page.getByRole('button', { name: /^Filter:/ }).click();
      await window(page).getByLabel('Name for this filter').fill('Urgent ones');
      await window(page).getByRole('button', { name: 'Save filter' }).click();
      await window(page).getByRole('button', { name: 'Remove the filter Urgent ones' }).waitFor();
    },
    close: async (page) => {
      await window(page).getByRole('button', { name: 'Remove the filter Urgent ones' }).click();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'bulk',
    path: '/ticket',
    ready: rows,
    open: async (page) => {
      await rows(page).first().getByRole('checkbox').check();
      await bulk(page).getByRole('button', { name: 'Status' }).waitFor();
    },
    close: (page) => bulk(page).getByRole('button', { name: 'Close' }).click(),
  },
  {
    name: 'bulk-status',
    path: '/ticket',
    ready: rows,
    open: async (page) => {
      await rows(page).first().getByRole('checkbox').check();
      await bulk(page).getByRole('button', { name: 'Status' }).click();
      await page.getByRole('menuitem', { name: 'Resolved' }).waitFor();
    },
    close: async (page) => {
      await page.keyboard.press('Escape');
      await bulk(page).getByRole('button', { name: 'Close' }).click();
    },
  },
  ...['department', 'label'].map((by) => ({ name: `groups-${by}`, path: `/ticket?tab=${by}`, ready: (page) => page.locator('[data-group]') })),
  { name: 'spam', path: '/ticket?filter=spam', ready: (page) => rows(page).or(page.getByText('No spam')) },
  { name: 'ticket-menu', path: '/ticket/1', ready: talk, open: (page) => choose(page, 'Ticket actions') },
  ...['Merge into another ticket', 'Relate to another ticket'].map((entry) => ({
    name: entry.startsWith('Merge') ? 'merge' : 'relate',
    path: '/ticket/1',
    ready: talk,
    open: async (page) => {
      await choose(page, 'Ticket actions');
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByLabel('Which ticket').fill('22');
      const found = window(page).getByRole('list', { name: 'Tickets found' }).getByRole('button');
      await found.or(page.getByText('No such ticket')).first().waitFor();
    },
  })),
  { name: 'ways-to-send', path: '/ticket/1', ready: talk, open: (page) => choose(page, 'More ways to send') },
  { name: 'snooze-menu', path: '/ticket/1', ready: talk, open: (page) => choose(page, /^Put aside/) },
  form('users-new', 'users', 'New user', (dialog) => dialog.getByLabel('Username')),
  form('users-change', 'users', /^Change Demo Agent One/, (dialog) => dialog.getByLabel('Username')),
  form('departments-new', 'departments', 'New department', (dialog) => dialog.getByLabel('Name')),
  form('replies-new', 'replies', 'New reply', (dialog) => dialog.getByLabel('Title')),
  form('surveys-new', 'surveys', 'New survey', (dialog) => dialog.getByLabel('Heading', { exact: true })),
  furnished(form('surveys-change', 'surveys', /^After a sale/, (dialog) => dialog.getByLabel('Heading', { exact: true }))),
  {
    name: 'settings-surveys-answers',
    path: '/',
    ready: home,
    only: ['admin'],
    furnished: true,
    open: async (page) => {
      await settings(page, SECTIONS.surveys);
      await window(page).getByRole('tab', { name: 'Answers' }).click();
      await window(page).getByRole('list', { name: 'Answers' }).waitFor();
    },
  },
  form('custom-fields-new', 'custom_fields', 'New field', (dialog) => dialog.getByLabel('Label', { exact: true })),
  furnished(form('custom-fields-change', 'custom_fields', /^Reason/, (dialog) => dialog.getByLabel('Label', { exact: true }))),
  form('rules-new', 'rules', 'New rule', (dialog) => dialog.getByLabel('Name', { exact: true })),
  furnished(form('rules-change', 'rules', /^Refunds are urgent/, (dialog) => dialog.getByText('Done', { exact: true }))),
  form('macros-new', 'macros', 'New macro', (dialog) => dialog.getByLabel('Name', { exact: true })),
  furnished(form('macros-change', 'macros', /^Take it and say so/, (dialog) => dialog.getByLabel('Name', { exact: true }))),
  form('api-keys-new', 'api_keys', 'New key', (dialog) => dialog.getByLabel('Name')),
  form('webhooks-new', 'webhooks', 'New webhook', (dialog) => dialog.getByLabel('Address')),
  form('routing-new', 'routing', 'New queue', (dialog) => dialog.getByLabel('Name', { exact: true })),
  form('scheduled-reports-new', 'scheduled_reports', 'New schedule', (dialog) => dialog.getByLabel('Name', { exact: true })),
  form('sla-new', 'sla', 'New policy', (dialog) => dialog.getByLabel('Name')),
  form('hours-new', 'hours', 'New calendar', (dialog) => dialog.getByLabel('Name')),
  form('holidays-new', 'holidays', 'New holiday', (dialog) => dialog.getByLabel('Name')),
  form('announcements-new', 'announcements', 'New announcement', (dialog) => dialog.getByLabel('Text')),
  { name: 'settings-two-factor', path: '/', ready: home, only: ['admin'], open: askTwoFactor },
  {
    name: 'settings-two-factor-scan',
    path: '/',
    ready: home,
    only: ['admin'],
    open: async (page) => {
      await askTwoFactor(page);
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByLabel('Your password').press('Enter');
      await page.getByLabel('Code from the app').waitFor();
    },
  },
];
