// What opens in a conversation, beside a list and in the integrators' settings; as in `DIALOGS`.
import { choose, talk, window } from './dialogs.mjs';

/** The details stand beside the conversation where there is room, and in a drawer elsewhere. */
async function unfold(page) {
  const button = page.getByRole('button', { name: 'Show or hide details' });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await page.getByRole('region', { name: 'Properties' }).waitFor();
}

/** What lies over the page, and then the drawer below it where the details are one. */
async function shut(page) {
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    if ((await page.locator('[role=dialog], [role=menu]').count()) === 0) return;
  }
}

/** An action at a message of the customer. */
async function act(page, name, words = 'Perfect, then I will take two.') {
  const message = talk(page).filter({ hasText: words }).first();
  await message.scrollIntoViewIfNeeded();
  await message.hover();
  await message.getByRole('button', { name }).click();
}

/** In the conversation that was furnished. */
const inTalk = (name, open, more = {}) => ({ name, path: '/ticket/1', ready: talk, only: ['admin'], furnished: true, open, ...more });

/** One of the details with its menu. */
const detail = (name, button) =>
  inTalk(
    `details-${name}`,
    async (page) => {
      await unfold(page);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('menu').waitFor();
    },
    { close: shut },
  );

/** A conversation of another kind, by its number. */
const kind = (name, number, words, open = undefined) => ({
  name: `conversation-${name}`,
  path: `/ticket/${number}`,
  ready: (page) => page.getByRole('log').getByText(words),
  only: ['admin'],
  furnished: true,
  open,
});

const answer = (page) => page.getByLabel('Your answer');

export const CONVERSATION_PLACES = [
  kind('mail', 13, 'The lamp arrived, but the switch is stuck.', async (page) => {
    await page.getByRole('button', { name: 'To, Cc and subject', exact: true }).click();
    await page.getByLabel('Subject').waitFor();
  }),
  kind('reactions', 10, 'Which bulb fits the small lamp?', async (page) => {
    await act(page, 'React', 'Which bulb fits the small lamp?');
    await page.getByRole('group', { name: 'React' }).waitFor();
  }),
  kind('call', 12, 'was missed'),
  kind('entered', 26, 'I would like a refund for order 1042.'),
  inTalk('message-actions', async (page) => {
    await act(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Pin' }).waitFor();
  }),
  inTalk(
    'note',
    async (page) => {
      await act(page, 'More actions');
      await page.getByRole('menuitem', { name: 'Add a note' }).click();
      await page.getByLabel('Note for the team').fill('Two are left in the back room.');
    },
    { close: (page) => page.getByRole('button', { name: 'Cancel', exact: true }).click() },
  ),
  inTalk('split', async (page) => {
    await act(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Split from here…' }).click();
    await window(page).getByLabel('Title of the new ticket').waitFor();
  }),
  inTalk('forward', async (page) => {
    await choose(page, 'Ticket actions');
    await page.getByRole('menuitem', { name: 'Forward the conversation…' }).click();
    await window(page).getByRole('button', { name: 'Forward', exact: true }).waitFor();
  }),
  inTalk('macro', async (page) => {
    await choose(page, 'Ticket actions');
    await page.getByRole('menuitem', { name: 'Run a macro…' }).click();
    await window(page).getByText('Take it and say so').waitFor();
  }),
  inTalk('snooze-time', async (page) => {
    await choose(page, /^Put aside/);
    await page.getByRole('menuitem', { name: 'Another time…' }).click();
    await window(page).getByLabel('Until when').waitFor();
  }),
  inTalk('picture', async (page) => {
    await talk(page).getByRole('button', { name: /^Open / }).first().click();
    await window(page).getByRole('link', { name: /in full size$/ }).waitFor();
  }),
  inTalk(
    'slash',
    async (page) => {
      await answer(page).fill('/');
      await page.getByRole('listbox', { name: 'Canned replies' }).waitFor();
    },
    {
      close: async (page) => {
        await page.keyboard.press('Escape');
        await answer(page).fill('');
      },
    },
  ),
  inTalk('content-menu', (page) => choose(page, 'Add something else')),
  inTalk('profile', async (page) => {
    await talk(page).getByRole('button', { name: 'Profile of Demo Customer A' }).first().click();
    await window(page).getByText('Demo Customer A').first().waitFor();
  }),
  inTalk(
    'history',
    async (page) => {
      await unfold(page);
      await page.getByRole('button', { name: 'Show history' }).click();
      await page.getByText('changed the labels').first().scrollIntoViewIfNeeded();
    },
    { close: shut },
  ),
  detail('people', 'Change who takes part'),
  detail('labels', 'Change labels'),
  detail('department', 'Change the department'),
  detail('severity', 'Change the severity'),
  detail('language', 'Change the language'),
  { name: 'popup', path: '/popup/ticket/1', ready: talk, only: ['admin'], furnished: true },
  { name: 'calls-ongoing', path: '/call/ongoing', ready: (page) => page.getByText('No call is going on'), only: ['admin'], furnished: true },
  {
    name: 'contact-open',
    path: '/contacts',
    ready: (page) => page.locator('[data-contact]'),
    only: ['admin'],
    furnished: true,
    open: async (page) => {
      await page.locator('[data-contact]', { hasText: 'Demo Visitor A' }).first().click();
      await page.getByRole('tab', { name: 'Conversations' }).waitFor();
    },
    close: () => undefined,
  },
];
