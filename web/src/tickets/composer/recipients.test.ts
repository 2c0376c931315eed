import { expect, it } from 'vitest';
import { aMessage, anInfo } from '../../../tests/builders';
import type { Message } from '../../api/types';
import { headFor, NO_HEAD, type MailHead } from './head';
import { otherRecipients } from './recipients';

const info = anInfo({ email: 'Aisyah@home.example' });
const mail = (others?: string, over: Partial<Message> = {}) =>
  aMessage({ extras: { to: 'help@shop.example, Ben@home.example', ...(others === undefined ? {} : { 'reply-cc': others }) }, ...over });

it.each<[string, Message[], string[]]>([
  ['nobody where nobody wrote', [], []],
  ['nobody where the channel tells nothing', [aMessage({ extras: null })], []],
  ['nobody where the channel names nobody, whoever else got the mail', [mail()], []],
  ['the others', [mail('Ben@home.example, boss@home.example')], ['Ben@home.example', 'boss@home.example']],
  ['nobody twice who gets the answer anyway', [mail('aisyah@HOME.example, b@x.example')], ['b@x.example']],
  ['the ones of the newest mail', [mail('a@x.example'), mail('c@x.example')], ['c@x.example']],
  ['nobody any more where the newest mail has nobody', [mail('b@x.example'), mail()], []],
  ['nobody of a mail by a program', [mail('c@x.example'), mail('d@x.example', { extras: { 'reply-cc': 'e@x.example', automatic: 'report' } })], ['c@x.example']],
  ['nobody of an answer or of a deleted mail', [mail('c@x.example'), mail('d@x.example', { direction: 'out' }), mail('e@x.example', { deleted: true })], ['c@x.example']],
  ['nobody without an address', [mail('undisclosed, b@x.example, a b@x.example')], ['b@x.example']],
])('an answer goes to %s', (_whom, messages, cc) => {
  expect(otherRecipients(info, messages)).toEqual(cc);
});

it.each<[string, MailHead, string[]]>([
  ['fills an empty head', NO_HEAD, ['b@x.example']],
  ['leaves a cleared head', { ...NO_HEAD, edited: true }, []],
  ['leaves a head with others', { ...NO_HEAD, cc: ['c@x.example'] }, ['c@x.example']],
  ['leaves a head that goes to somebody else', { ...NO_HEAD, to: ['c@x.example'] }, []],
])('%s', (_what, head, cc) => {
  expect(headFor(head, info, [mail('b@x.example')])).toEqual({ ...head, cc });
});
