import { expect, it } from 'vitest';
import { aPlugin, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { sessionFrom } from '../session/model';
import { addressOf } from './address';

const PLUGINS = [aPlugin('EXCHANGE', ['calls']), aPlugin('TELEGRAM')];
const me = (over: Partial<Parameters<typeof sessionFrom>[0]> = {}) => sessionFrom({ ...SESSION_ANSWER, ...over });

it.each([
  ['a call', 'EXCHANGE', me(), '/call/7'],
  ['anything else', 'TELEGRAM', me(), '/ticket/7'],
  ['what no plugin knows', 'MANUAL', me(), '/ticket/7'],
  ['a call in an account that has none', 'EXCHANGE', me({ productDetails: ['tickets'] }), '/ticket/7'],
  ['a call, from whom calls are hidden', 'EXCHANGE', me({ permission: ['hide_call'] }), '/ticket/7'],
  ['a call, for admins', 'EXCHANGE', me({ permission: ['hide_call'], type: 'admin' }), '/call/7'],
  ['before anybody is known', 'EXCHANGE', null, '/ticket/7'],
])('%s has its address', (_what, channel, person, expected) => {
  expect(addressOf(aTicket({ ticket_number: 7, channel }), PLUGINS, person)).toBe(expected);
});
