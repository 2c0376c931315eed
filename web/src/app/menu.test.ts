import { expect, it } from 'vitest';
import { WHOLE_DESK } from '../api/variant';
import { permissionsOf, type Permission } from '../session/model';
import { entryAt, featureAt, isOpenOnTrial, isPublic, MENU, menuFor, UNBUILT } from './menu';

const CALLS = ['livechat', 'chats', 'contacts', 'calendar', 'call', 'supervisory'];
const TRADING = ['analyst'];

function labels({ admin = false, plan = 4, list = [] as Permission[], features = WHOLE_DESK.features } = {}) {
  return menuFor({ isAdmin: admin, plan, permissions: permissionsOf(list) }, features).map(({ label }) => label.replace('nav.', ''));
}

const AGENT = ['home', 'tickets', 'livechat', 'calls', 'contacts', 'knowledgebase', 'support'];

it.each<[string, Parameters<typeof labels>[0], string[]]>([
  ['an agent sees what nothing hides', {}, AGENT],
  [
    'an admin sees everything',
    { admin: true },
    ['home', 'tickets', 'livechat', 'calls', 'contacts', 'channels', 'plugins', 'report', 'knowledgebase', 'call_report', 'supervisory', 'call_config', 'support'],
  ],
  [
    'hiding acts on agents only',
    { admin: true, list: ['hide_chat', 'hide_case', 'hide_knowledgebase'] },
    ['home', 'tickets', 'livechat', 'calls', 'contacts', 'channels', 'plugins', 'report', 'knowledgebase', 'call_report', 'supervisory', 'call_config', 'support'],
  ],
  ['whoever may view reports has them, that of the calls and the board', { list: ['view_report'] }, AGENT.toSpliced(5, 0, 'report').toSpliced(-1, 0, 'call_report', 'supervisory')],
  ['whoever may set calls has their configurations', { list: ['call_settings'] }, AGENT.toSpliced(-1, 0, 'call_config')],
  ['hide_call hides the calls', { list: ['hide_call'] }, AGENT.filter((label) => label !== 'calls')],
  ['hide_contacts hides the contacts', { list: ['hide_contacts'] }, AGENT.filter((label) => label !== 'contacts')],
  ['hide_knowledgebase hides the articles, and the manual stays', { list: ['hide_knowledgebase'] }, AGENT.filter((label) => label !== 'knowledgebase')],
  ['the phone desk has no tickets, cases, knowledgebase or report', { admin: true, features: CALLS }, ['home', 'livechat', 'calls', 'contacts', 'channels', 'plugins', 'call_report', 'supervisory', 'call_config', 'support']],
  ['the trading desk has none of the support desk', { features: TRADING }, ['home', 'support']],
  ['a trial account sees what it can use', { admin: true, plan: 0 }, ['home', 'tickets', 'livechat', 'knowledgebase', 'support']],
])('%s', (_name, who, expected) => {
  expect(labels(who)).toEqual(expected);
});

it('a trial account stays where a trial may go, and is sent home from the rest', () => {
  for (const path of ['/', '/ticket', '/ticket/7', '/livechat/3', '/chat', '/chat/1', '/support', '/support/kb/en', '/support/manual/ms/203', '/popup/ticket/7', '/plan', '/payment', '/about']) {
    expect(isOpenOnTrial(path), path).toBe(true);
  }
  for (const path of ['/call', '/call/7', '/popup/call/7', '/recording', '/mobile/recording', '/channels/new', '/plugins', '/contacts', '/contacts/u7', '/mobile/ticket', '/mobile/livechat', '/kb', '/kb/7', '/call_config', '/timer', '/supervisory', '/report', '/report/omnichannel', '/report/ticket/0', ...UNBUILT.map((pattern) => pattern.replace('/*', '/1')).filter((path) => !path.startsWith('/chat/'))]) {
    expect(isOpenOnTrial(path), path).toBe(false);
  }
  expect(isOpenOnTrial('/ticketing')).toBe(false);
});

it('offers nothing that has no screen, and every address still has its rules', () => {
  for (const { label, letter, icon } of MENU) {
    expect(icon !== null, label).toBe(letter !== null);
    expect(labels({ admin: true }).includes(label.replace('nav.', '')), label).toBe(letter !== null);
  }
  expect(featureAt('/case/12')).toBe('case');
  expect(featureAt('/report/call')).toBe('call');
});

it('what is published needs no session, and what writes it does', () => {
  expect(['/support', '/support/kb/en/12', '/supporters', '/kb', '/'].map(isPublic)).toEqual([true, true, false, false, false]);
});

it('an address belongs to its entry', () => {
  expect(entryAt('/case/12')?.label).toBe('nav.case');
  for (const path of ['/support/kb/en', '/support/kb/ms/12', '/kb', '/kb/12']) expect(entryAt(path)?.label, path).toBe('nav.knowledgebase');
  expect(entryAt('/support/manual/zh/203/h-first')?.label).toBe('nav.support');
  expect(entryAt('/contacts/u7')?.label).toBe('nav.contacts');
  for (const path of ['/call', '/call/7', '/call/ongoing', '/recording']) expect(entryAt(path)?.label, path).toBe('nav.calls');
  expect(entryAt('/supervisory')?.label).toBe('nav.supervisory');
  for (const path of ['/report', '/report/omnichannel', '/report/ticket/0', '/report/livechat/3']) expect(entryAt(path)?.label, path).toBe('nav.report');
  expect(entryAt('/report/call')?.label).toBe('nav.call_report');
  expect(entryAt('/call_config')?.label).toBe('nav.call_config');
  expect(entryAt('/calendar')).toBeUndefined();
  expect(entryAt('/')?.label).toBe('nav.home');
});

it.each([
  ['/ticket/7', 'tickets'],
  ['/popup/ticket/7', 'tickets'],
  ['/call', 'call'],
  ['/call/7', 'call'],
  ['/report/call', 'call'],
  ['/call/ongoing', 'call'],
  ['/mobile/call/7', 'call'],
  ['/popup/call/7', 'call'],
  ['/recording', 'call'],
  ['/interactions', 'contacts'],
  ['/mobile/recording', 'call'],
  ['/mobile/livechat/7', 'livechat'],
  ['/popup/livechat/7', 'livechat'],
  ['/', null],
  ['/plan', null],
  ['/supervisory', 'supervisory'],
  ['/report/ticket/0', 'report'],
  ['/kb/12', 'knowledgebase'],
  ['/support/kb/ms', 'knowledgebase'],
  ['/support/manual/ms', null],
])('%s is open to accounts with %s', (path, feature) => {
  expect(featureAt(path)).toBe(feature);
});
