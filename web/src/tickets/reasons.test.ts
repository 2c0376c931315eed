import { expect, it } from 'vitest';
import { reasonOf } from './reasons';
import en from './texts/en.json';

it.each([
  ["the address it was sent to carries this ticket's signed token", 'token', {}],
  ['it answers the message <a7f@shop.example>', 'answers', { id: '<a7f@shop.example>' }],
  ['it belongs to the same conversation of the channel', 'same', {}],
  ['no earlier conversation was found', 'none', {}],
  ['ticket #107, which it belongs to, is closed', 'closed', { number: '107' }],
  ['it was split off ticket #12', 'split', { number: '12' }],
  ['agent1 forwarded ticket #12', 'forwarded', { by: 'agent1', number: '12' }],
  ['mei@shop entered it by hand', 'entered', { by: 'mei@shop' }],
  ['it came by the form Ask us anything', 'form', { form: 'Ask us anything' }],
] as const)('"%s" is %s', (sentence, kind, values) => {
  expect(reasonOf(sentence)).toEqual({ kind, values });
  // Whoever reads it in English reads the same as before.
  const words = Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), en.why[kind]);
  expect(words.toLowerCase()).toBe(sentence.toLowerCase());
});

it.each(['', 'a rule moved it', 'agent1 entered it by hand, twice', 'no earlier conversation was found.'])('"%s" has no words here', (sentence) => {
  expect(reasonOf(sentence)).toBeNull();
});
