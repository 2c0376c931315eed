import { expect, it } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import type { Message } from '../../api/types';
import { headFor, NO_HEAD, type MailHead } from './head';
import { otherRecipients } from './recipients';

const info = (channel_name = 'Shop mail') => anInfo({ email: 'Aisyah@home.example', channel_name });
const mail = (to: string, cc = '', over: Partial<Message> = {}) => aMessage({ extras: { to, cc }, ...over });

it.each<[string, string, Message[], string[]]>([
  ['nobody where nobody wrote', 'help@shop.example', [], []],
  ['nobody where the channel tells nothing', 'help@shop.example', [aMessage({ extras: null })], []],
  ['the others, without the desk and the customer', 'help@shop.example', [mail('Help@Shop.example, ben@home.example', 'boss@home.example, aisyah@HOME.example')], ['ben@home.example', 'boss@home.example']],
  ['each once, however it is written', 'help@shop.example', [mail('help@shop.example, Ben@home.example', 'ben@home.example')], ['Ben@home.example']],
  ['the ones of the newest mail', 'help@shop.example', [mail('a@x.example, b@x.example'), mail('help@shop.example', 'c@x.example')], ['c@x.example']],
  ['nobody any more where the newest mail has nobody', 'help@shop.example', [mail('help@shop.example, b@x.example'), mail('help@shop.example')], []],
  ['nobody of a mail by a program', 'help@shop.example', [mail('help@shop.example', 'c@x.example'), mail('help@shop.example', 'd@x.example', { extras: { to: 'e@x.example', automatic: 'report' } })], ['c@x.example']],
  ['nobody of an answer or of a deleted mail', 'help@shop.example', [mail('help@shop.example', 'c@x.example'), mail('d@x.example', '', { direction: 'out' }), mail('e@x.example', '', { deleted: true })], ['c@x.example']],
  ['no desk that signed its address', 'help@shop.example', [mail('help+t1.ab@shop.example, b@x.example')], ['b@x.example']],
  ['no desk that a mail to one alone came to', 'Shop mail', [mail('desk+a@shop.example'), mail('desk@shop.example, b@x.example')], ['b@x.example']],
  ['nobody without an address', 'help@shop.example', [mail('undisclosed, b@x.example, a b@x.example')], ['b@x.example']],
  ['everybody where the desk is not known', 'Shop mail', [mail('desk@shop.example, b@x.example')], ['desk@shop.example', 'b@x.example']],
])('an answer goes to %s', (_whom, name, messages, cc) => {
  expect(otherRecipients(info(name), messages)).toEqual(cc);
});

it.each<[string, MailHead, string[]]>([
  ['fills an empty head', NO_HEAD, ['b@x.example']],
  ['leaves a cleared head', { ...NO_HEAD, edited: true }, []],
  ['leaves a head with others', { ...NO_HEAD, cc: ['c@x.example'] }, ['c@x.example']],
  ['leaves a head that goes to somebody else', { ...NO_HEAD, to: ['c@x.example'] }, []],
])('%s', (_what, head, cc) => {
  expect(headFor(head, info('help@shop.example'), [mail('help@shop.example, b@x.example')])).toEqual({ ...head, cc });
});
