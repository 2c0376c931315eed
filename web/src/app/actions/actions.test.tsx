import { spotlight } from '@mantine/spotlight';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, anInfo, aPlugin, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { anOffer } from '../../../tests/offers';
import { serve } from '../../../tests/server';
import { usePlugins } from '../../api/plugins';
import { conflictsOf, keysOf, resetKeys, setKey, useKeymap } from '../../actions/keymap';
import { useScope } from '../../actions/live';
import { wholeContext } from '../../actions/engine';
import { actionOf, nameOf, register, runNow, useRegistry } from '../../actions/registry';
import type { Action, ActionContext, TicketContext } from '../../actions/types';
import { useEntry } from '../../entry/open';
import { setLanguage } from '../../i18n/i18n';
import { putOffer, resetOffers } from '../../offers/store';
import { permissionsOf, sessionFrom, TRIAL_PLAN } from '../../session/model';
import { useSession } from '../../session/store';
import { useRoutingQueues } from '../../tickets/details/routing/queues';
import { choose, clearChosen } from '../../tickets/list/selection';
import { NO_RULES } from '../../tickets/composer/rules';
import { useHandle } from '../../tickets/message/handles';
import { loadTicketTexts } from '../../tickets/texts';
import { MENU } from '../menu';
import { openPalette } from '../overlays';
import { Palette } from '../Palette';
import { useSettings } from '../settings/open';
import { Shortcuts } from '../settings/Shortcuts';
import { startActions } from '.';

const navigate = vi.fn();
const setStatus = vi.fn();
const nothing = () => undefined;

const info = anInfo({ contact: { id: 4, name: 'Aisyah', identities: [] } });
const ticket: TicketContext = {
  info, messages: [aMessage({ id: 2, direction: 'out', state: 'sent', sender: 'agent1' })], setStatus, reply: nothing, note: nothing, quote: nothing, send: nothing,
  insert: nothing, toggleDetails: nothing, trace: nothing, back: nothing, go: navigate,
};

function Everything({ row = true }: { row?: boolean }) {
  useScope('desk', { navigate, setScheme: nothing, places: MENU.map(({ to }) => to) });
  useScope('ticket', ticket);
  useScope('list', { rows: [aTicket({ id: 8, read: false }), info, aTicket({ id: 9 })], row: row ? aTicket({ id: 8 }) : undefined, move: nothing, extend: nothing, open: nothing });
  useScope('chats', { take: nothing, link: nothing });
  useScope('chat', { end: nothing, convert: nothing });
  useScope('contacts', { move: nothing, find: nothing });
  useScope('contact', { person: { id: 4, name: 'Aisyah', email: '', phone: '' }, merge: nothing });
  useScope('knowledge', { move: nothing, find: nothing, go: nothing });
  useScope('article', { save: nothing, publish: nothing, archive: nothing, revisions: nothing, togglePreview: nothing, nextLanguage: nothing, remove: nothing });
  useScope('reading', { insertText: nothing, insertLink: nothing });
  useHandle({ message: aMessage({ id: 2, direction: 'out', state: 'sent' }), sender: 'A', rules: { ...NO_RULES, edit: true }, quote: nothing, edit: nothing, note: nothing, react: nothing, trace: nothing });
  return null;
}

beforeAll(async () => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  await startActions();
  await loadTicketTexts();
});

beforeEach(() => {
  localStorage.clear();
  act(() => resetKeys());
  clearChosen();
  navigate.mockClear();
  setStatus.mockClear();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  serve({
    'GET /api/search/data': { body: { post: [], message: [], postCount: 0, messageCount: 0 } },
    'GET /api/contacts/list': { body: { data: [], total: 0, more: false } },
  });
});

// What is open is remembered beside the page.
afterEach(() => act(() => spotlight.close()));

const all = () => useRegistry.getState().actions;
const ids = (actions: readonly Action[]) => actions.map(({ id }) => id);

describe('the registry', () => {
  it('has a key for every action', () => {
    expect(ids(all().filter(({ keys }) => keys.length === 0))).toEqual([]);
    expect(all().length).toBeGreaterThan(100);
    expect(new Set(ids(all())).size).toBe(all().length);
  });

  it('gives no two actions that can be on screen together the same key, or one that begins the other', () => {
    const clashes = all().flatMap((action) => action.keys.flatMap((keys) => conflictsOf(action, keys, {}).map(({ id }) => `${action.id} ${keys} ${id}`)));
    expect(clashes).toEqual([]);
  });

  it('lets only keys that type nothing act while somebody types', () => {
    const typing = all().filter((action) => action.typing === true || action.over === true);
    expect(typing.flatMap(({ keys }) => keys).filter((keys) => !/^(Mod|Alt)\+|^(Shift\+)?F\d$/.test(keys))).toEqual([]);
  });

  it.each(['en', 'ms', 'zh'] as const)('names every action in %s', async (code) => {
    await act(() => setLanguage(code));
    const unnamed = all().filter((action) => nameOf(action, null) === action.label || !i18next.exists(action.label, { lng: code, fallbackLng: [] }));
    await act(() => setLanguage('en'));
    expect(ids(unnamed)).toEqual([]);
  });
});

it('goes to where recordings are brought, which is in no menu and closed to trial accounts', () => {
  draw(<Everything />);
  act(() => runNow('go.upload'));
  expect(navigate).toHaveBeenCalledWith('/upload');
  navigate.mockClear();
  act(() => useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), plan: TRIAL_PLAN } }));
  act(() => runNow('go.upload'));
  expect(navigate).not.toHaveBeenCalled();
});

/** Only what depends on something that is not on this screen. */
const ELSEWHERE = ['desk.palette', 'desk.connection', 'desk.undo', 'chat.take', 'list.choose_none', 'ticket.wake', 'message.copy', 'message.suggest', 'message.tells', 'assist.take'];

it('has an entry in the palette for every action', async () => {
  useRoutingQueues.setState({ queues: [{ id: 1, name: 'Orders', enabled: true, work: 'tickets' }] });
  putOffer(anOffer());
  draw(<><Everything /><Palette /></>);
  act(() => openPalette());
  const box = await screen.findByPlaceholderText(/./);
  const shown = within(box.closest('[role="dialog"]') ?? document.body);
  const missing = all().filter((action) => {
    const name = i18next.t(action.label);
    return !ELSEWHERE.includes(action.id) && shown.queryAllByText((text) => text === name || text.endsWith(`: ${name}`)).length === 0 && !action.id.startsWith('tune.');
  });
  resetOffers();
  expect(ids(missing)).toEqual([]);
});

describe('the palette', () => {
  async function open() {
    draw(<><Everything /><Palette /></>);
    act(() => openPalette());
    return screen.findByPlaceholderText(/./);
  }

  it('finds tickets and contacts a moment after the last key, and gives up what was asked before', async () => {
    const { asked } = serve({
      'GET /api/search/data': { body: { post: [{ id: 7, ticket_number: 12, title: 'Lamp broken', name: 'Ben', channel: 'TELEGRAM', livechat: false }], message: [], postCount: 1, messageCount: 0 } },
      'GET /api/contacts/list': { body: { data: [{ id: 3, uid: 'u3', salutation: '', name: 'Lampard', email: 'l@x.example', phone: '' }], total: 1, more: false } },
    });
    const box = await open();
    const user = userEvent.setup();
    fireEvent.change(box, { target: { value: 'la' } });
    fireEvent.change(box, { target: { value: 'lamp' } });
    await user.click(await screen.findByText('l@x.example'));
    await waitFor(() => expect(navigate).toHaveBeenCalled());
    expect(asked.filter(({ key }) => key.includes('search/data'))).toHaveLength(1);
  });

  it.each([
    ['a ticket', { channel: 'TELEGRAM' }, '/ticket/12'],
    ['a live chat', { channel: 'WEB', livechat: true }, '/livechat/12'],
    ['a call', { channel: 'EXCHANGE' }, '/call/12'],
  ])('leads to %s that it found', async (_kind, found, expected) => {
    usePlugins.setState({ plugins: [aPlugin('EXCHANGE', ['calls'])] });
    serve({
      'GET /api/search/data': { body: { post: [{ id: 7, ticket_number: 12, title: 'Lamp broken', name: 'Ben', livechat: false, ...found }], message: [], postCount: 1, messageCount: 0 } },
      'GET /api/contacts/list': { body: { data: [], total: 0, more: false } },
    });
    fireEvent.change(await open(), { target: { value: 'lamp' } });
    const user = userEvent.setup();
    await user.click(await screen.findByText((_, element) => element?.textContent === '#12 Lamp broken' && element.tagName === 'SPAN'));
    await waitFor(() => expect(navigate).toHaveBeenCalledWith(expected));
  });

  it('finds settings by their names, once each, and goes to the section they are in', async () => {
    const user = userEvent.setup();
    const box = await open();
    fireEvent.change(box, { target: { value: 'webhook' } });
    expect((await screen.findAllByText((_, element) => element?.textContent === 'Webhooks' && element.matches('[data-action] *'))).length).toBeGreaterThan(0);
    fireEvent.change(box, { target: { value: 'reply time' } });
    await user.click(await screen.findByText((_, element) => element?.textContent === 'Reply time (min)' && element.tagName === 'SPAN'));
    await waitFor(() => expect(useSettings.getState().asked).toEqual({ section: 'labels' }));
  });

  it('says when nothing is found', async () => {
    const user = userEvent.setup();
    await user.type(await open(), 'qqqq');
    expect(await screen.findByText(i18next.t('palette.nothing'))).toBeTruthy();
  });

  it('says when the search failed, and tries again', async () => {
    const { asked } = serve({ 'GET /api/search/data': { status: 500, body: {} }, 'GET /api/contacts/list': { body: { data: [], total: 0, more: false } } });
    const user = userEvent.setup();
    await user.type(await open(), 'qqqq');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked.filter(({ key }) => key.includes('search/data'))).toHaveLength(2));
  });
});

describe('keys of one’s own', () => {
  const resolve = () => {
    const found = actionOf('ticket.resolve');
    if (found === undefined) throw new Error('There is no such action.');
    return found;
  };

  it('act instead of those that come, and are kept for the person', () => {
    draw(<Everything row={false} />);
    act(() => setKey(resolve(), 'Shift+z'));
    fireEvent.keyDown(document.body, { key: 'e' });
    expect(setStatus).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Z', shiftKey: true });
    expect(setStatus).toHaveBeenCalledWith(2);
    act(() => useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), username: 'somebody.else' } }));
    expect(keysOf(resolve())).toEqual(['e']);
    act(() => useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER) } }));
    expect(keysOf(resolve())).toEqual(['Shift+z']);
  });

  it('are told what they are in the way of, taken over, and reset', async () => {
    draw(<><Everything /><Shortcuts /></>);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /^Change the key of Resolve\s*E$/ }));
    const field = screen.getByRole('textbox', { name: 'Press the new key' });
    fireEvent.keyDown(field, { key: 'l' });
    expect((await screen.findByRole('alert', undefined, { timeout: 3_000 })).textContent).toContain('Already used by Change labels.');
    expect(useKeymap.getState().chosen).toEqual({});
    await user.click(screen.getByRole('button', { name: 'Use it here' }));
    expect(keysOf(resolve())).toEqual(['l']);
    expect(useKeymap.getState().chosen['ticket.label']).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reset all' }));
    expect(useKeymap.getState().chosen).toEqual({});
  });
});

it('acts on the chosen tickets where some are, and on the conversation where none is', async () => {
  const { asked } = serve({ 'POST /api/ticket/message': { body: {} } });
  draw(<Everything row={false} />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(setStatus.mock.calls).toEqual([[2]]);
  act(() => choose([8, 9]));
  fireEvent.keyDown(document.body, { key: 'e' });
  await waitFor(() => expect(asked.filter(({ key }) => key.startsWith('POST /api/ticket/message'))).toHaveLength(2));
  expect(setStatus).toHaveBeenCalledTimes(1);
});

it('writes to the contact on screen: of the profile, else of the conversation, and to nobody from whom contacts are hidden', () => {
  const to = () => useEntry.getState().to;
  const profile = { person: { id: 9, name: 'Ben', email: 'ben@shop.example', phone: '' }, merge: nothing };
  const desk = { navigate, setScheme: nothing, places: MENU.map(({ to: place }) => place) };
  const context: ActionContext = { one: false, desk, list: null, ticket, message: null, chats: null, chat: null, contacts: null, contact: profile, knowledge: null, article: null, reading: null };
  runNow('desk.write', context);
  expect(to()).toEqual(profile.person);
  runNow('desk.write', { ...context, contact: null });
  expect(to()).toMatchObject({ id: 4, name: 'Aisyah' });
  const session = sessionFrom(SESSION_ANSWER);
  useSession.setState({ session: { ...session, isAdmin: false, permissions: { ...session.permissions, hide_contacts: true } } });
  expect(actionOf('desk.write')?.available(context)).toBe(false);
});

describe('people who answer no customers', () => {
  const READING = [
    'message.copy', 'message.tells', 'message.trace',
    'ticket.details', 'ticket.contact', 'ticket.back', 'message.next', 'message.previous', 'ticket.next', 'ticket.previous', 'ticket.next_unread',
    'list.next', 'list.previous', 'list.open', 'list.window', 'list.read',
    'contact.next', 'contact.previous', 'contact.find', 'knowledge.next', 'knowledge.previous', 'knowledge.find',
    'desk.palette', 'desk.search', 'desk.keys', 'desk.undo', 'desk.settings', 'desk.notices', 'desk.status', 'desk.online', 'desk.connection', 'desk.about',
    'desk.upgrade', 'desk.log_out',
  ];
  const WRITING = ['ticket.note', 'ticket.send', 'message.note', 'knowledge.panel', 'knowledge.insert_text', 'knowledge.insert_link'];

  function limitedTo(...permissions: string[]): void {
    useRoutingQueues.setState({ queues: [{ id: 1, name: 'Orders', enabled: true, work: 'tickets' }] });
    draw(<Everything />);
    act(() => {
      useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: false, permissions: permissionsOf(permissions) } });
      choose([8, 9]);
    });
  }
  /** What can be done, of which places and one's own settings are nobody's harm. */
  const left = () => {
    const context = wholeContext();
    return all().filter((action) => !['go', 'settings', 'tune'].includes(action.scope) && action.available(context)).map(({ id }) => id);
  };

  it('auditors read, and nothing that changes something is left', () => {
    limitedTo('read_only');
    expect(left().filter((id) => !READING.includes(id))).toEqual([]);
    expect(left()).toEqual(expect.arrayContaining(['ticket.details', 'list.next', 'desk.palette']));
  });

  it('light agents write notes besides', () => {
    limitedTo('notes_only');
    expect(left().filter((id) => !READING.includes(id) && !WRITING.includes(id))).toEqual([]);
    expect(left()).toEqual(expect.arrayContaining(['ticket.note', 'message.note', 'ticket.send', 'knowledge.panel']));
  });

  it('neither brings recordings, nor finds settings of answers', () => {
    limitedTo('notes_only');
    const open = (id: string) => actionOf(id)?.available(wholeContext());
    expect(['go.upload', 'settings.replies', 'settings.signatures', 'settings.audit'].map(open)).toEqual([false, false, false, false]);
    expect(['go.tickets', 'settings.profile', 'tune.dark'].map(open)).toEqual([true, true, true]);
  });

  it('an action of tomorrow is closed to them until somebody opens it', () => {
    const before = all();
    limitedTo('notes_only');
    register([{ id: 'ticket.tomorrow', label: 'actions:undo', scope: 'ticket', keys: ['F9'], many: false, available: () => true, run: nothing }]);
    expect(actionOf('ticket.tomorrow')?.available(wholeContext())).toBe(false);
    act(() => useSession.setState({ session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true, permissions: permissionsOf(['read_only']) } }));
    expect(actionOf('ticket.tomorrow')?.available(wholeContext())).toBe(true);
    useRegistry.setState({ actions: before });
  });

  it('auditors find the audit log among the settings', () => {
    limitedTo('read_only', 'view_audit');
    expect(actionOf('settings.audit')?.available(wholeContext())).toBe(true);
    expect(actionOf('settings.users')?.available(wholeContext())).toBe(false);
  });
});

it('offers nothing where nothing is on screen', () => {
  const empty: ActionContext = { one: false, desk: null, list: null, ticket: null, message: null, chats: null, chat: null, contacts: null, contact: null, knowledge: null, article: null, reading: null };
  expect(ids(all().filter((action) => action.available(empty)))).toEqual([]);
});
