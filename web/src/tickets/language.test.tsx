import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aMessage, anInfo, aPlugin, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { usePlugins } from '../api/plugins';
import type { Message, TicketInfo } from '../api/types';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { NO_RULES } from './composer/rules';
import { openConversation } from './conversation/read';
import { useConversations } from './conversation/store';
import { LanguageMenu } from './details/LanguageMenu';
import { sameLanguage, shownIn } from './languages';
import { MessageItem } from './message/MessageItem';
import { ReadIn } from './message/readIn';
import { useFailures } from './translate';

const info = (over: Partial<TicketInfo> = {}) => anInfo({ id: 1, language: 'en', source_lang: 'en', ...over });
const said = (over: Partial<Message>) => aMessage({ ticket_id: 1, direction: 'in', ...over });

function Open({ number }: { number: string }) {
  const conversation = useConversations(({ open }) => open[number]);
  if (!conversation?.info) return null;
  return (
    <ReadIn value={shownIn(conversation.info)}>
      <LanguageMenu info={conversation.info} />
      {conversation.messages.map((message) => (
        <MessageItem
          key={message.id}
          message={message}
          previous={undefined}
          customer="Aisyah"
          rules={NO_RULES}
          letters={false}
          startsUnread={false}
          onReply={() => undefined}
        />
      ))}
    </ReadIn>
  );
}

type Routes = Parameters<typeof serve>[0];

/** Opens a ticket with a message each way, and gives what is asked from then on. */
async function open(number: string, shown: TicketInfo, routes: Routes) {
  useConversations.setState({ open: {} });
  useFailures.setState({ failures: {} });
  const messages = [said({ id: 1, message: 'Hello' }), said({ id: 2, message: 'Any news?' }), said({ id: 3, direction: 'out', message: 'Soon' })];
  const served = serve({
    [`GET /api/ticket/info/-/${number}`]: { body: { result: 'success', data: shown } },
    [`GET /api/ticket/data/${shown.id}/0`]: { body: [{ total: 3 }, { date: '14/11/2023', messages }] },
    'POST /api/language/set': ({ body }) => {
      const { lang } = body as { lang: string };
      return { body: { result: 'success', data: { ...shown, language: lang, source_lang: shown.source_lang || shown.language || lang } } };
    },
    ...routes,
  });
  await openConversation(number);
  draw(<Open number={number} />);
  served.asked.length = 0;
  return served.asked;
}

async function pick(name: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change the language' }));
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
}

const translates: Routes[string] = ({ body }) => {
  const { text, target } = body as { text: { id: number; message: string }[]; target: string };
  return { body: { result: 'success', data: text.map(({ id, message }) => ({ id, message: `${target}: ${message}` })) } };
};

it('knows what is one language, and when messages are shown in another one', () => {
  expect([sameLanguage('en-GB', 'EN'), sameLanguage('en', 'ms'), sameLanguage('', 'ms')]).toEqual([true, false, false]);
  expect(shownIn({ language: 'en', source_lang: 'ms' })).toBe('en');
  expect([shownIn({ language: 'en', source_lang: 'en-US' }), shownIn({ language: 'en', source_lang: 'en' }), shownIn({ language: '', source_lang: '' })]).toEqual(['', '', '']);
});

it('translates what the customer wrote into another language, and goes back', async () => {
  const asked = await open('11', info(), { 'POST /api/translate': translates });
  await pick('Malay');
  expect(await screen.findByText('ms: Hello')).toBeTruthy();
  expect(screen.getByText('ms: Any news?')).toBeTruthy();
  expect(screen.getByText('Soon')).toBeTruthy();
  expect(screen.queryByText('Hello')).toBeNull();
  expect(asked).toEqual([
    {
      key: 'POST /api/translate',
      body: { _token: '-', ticketId: 1, text: [{ id: 1, message: 'Hello' }, { id: 2, message: 'Any news?' }], target: 'ms', source: 'en' },
    },
    { key: 'POST /api/language/set', body: { _token: '-', ticketId: 1, lang: 'ms' } },
  ]);
  const user = userEvent.setup();
  await user.click(screen.getAllByRole('button', { name: 'Show original' })[0] as HTMLElement);
  expect(screen.getByText('Hello')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show translation' }));
  await user.click(screen.getByRole('button', { name: 'Show as it was written' }));
  expect(await screen.findByText('Any news?')).toBeTruthy();
  expect(asked.slice(2).map(({ key }) => key)).toEqual(['POST /api/language/set']);
});

it('only sets the own language, and the first one of a ticket that has none', async () => {
  const asked = await open('12', info(), {});
  await pick('English');
  await waitFor(() => expect(asked).toEqual([{ key: 'POST /api/language/set', body: { _token: '-', ticketId: 1, lang: 'en' } }]));
  const again = await open('13', info({ language: '', source_lang: '' }), {});
  await userEvent.setup().click((await screen.findAllByRole('button', { name: 'Change the language' })).at(-1) as HTMLElement);
  await userEvent.setup().click((await screen.findAllByRole('menuitem', { name: 'Malay', hidden: true })).at(-1) as HTMLElement);
  await waitFor(() => expect(again.map(({ key }) => key)).toEqual(['POST /api/language/set']));
});

it('says that there is no helper, and leaves everything as it was', async () => {
  const why = 'No AI helper for `translate` is connected.';
  const asked = await open('14', info(), { 'POST /api/translate': { status: 409, body: { error: { code: 'conflict', message: why } } } });
  await pick('Malay');
  expect((await screen.findByRole('alert')).textContent).toContain('No AI helper that translates is connected');
  expect(asked.map(({ key }) => key)).toEqual(['POST /api/translate']);
  expect(screen.getByText('Hello')).toBeTruthy();
});

it.each([true, false])('says in the menu that nothing can be translated, and leads an admin (%s) to where a helper is connected', async (isAdmin) => {
  usePlugins.setState({ loaded: true, plugins: [aPlugin('TELEGRAM')] });
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin } });
  await open('16', info(), {});
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Change the language' }));
  expect(await screen.findByText(/^No AI helper that translates is connected/)).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Connect a helper', hidden: true }) !== null).toBe(isAdmin);
  act(() => usePlugins.setState({ plugins: [aPlugin('HELPER', ['translate'])] }));
  expect(screen.queryByText(/^No AI helper that translates is connected/)).toBeNull();
});

it('asks for what is not translated yet, says why that failed, and tries again', async () => {
  let down = true;
  const asked = await open('15', info({ language: 'ms' }), {
    'POST /api/translate': (request) =>
      down ? { status: 503, body: { error: { code: 'unavailable', message: 'Try later.' } } } : (translates as (r: typeof request) => never)(request),
  });
  expect((await screen.findAllByRole('alert'))[0]?.textContent).toContain('Not translated: ');
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(asked).toHaveLength(1);
  down = false;
  await userEvent.setup().click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('ms: Hello')).toBeTruthy();
  expect(screen.getByText('ms: Any news?')).toBeTruthy();
  expect(asked).toHaveLength(2);
});
