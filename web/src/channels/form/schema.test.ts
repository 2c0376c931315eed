import { describe, expect, it } from 'vitest';
import { heldSecrets, isShown, problemOf, readSchema, sameValues, startValues, toSettings, type Field, type Value } from './schema';
import { readTold } from './told';

const schema = {
  type: 'object',
  required: ['token', 'host'],
  properties: {
    port: { type: 'integer', title: 'Port', default: 993, minimum: 1, maximum: 65535, 'x-order': 3 },
    token: { type: 'string', title: 'Token', 'x-secret': true, 'x-order': 1, 'x-placeholder': '12:ab' },
    host: { type: 'string', title: 'Host', 'x-order': 2 },
    security: { type: 'string', title: 'Protection', enum: ['tls', 'none'], default: 'tls', 'x-order': 4 },
    plus: { type: 'boolean', title: 'Plus', default: true, 'x-order': 5 },
    address: { type: 'string', title: 'Address', format: 'email', 'x-order': 6, 'x-show-if': { plus: true } },
    greeting: { type: 'string', maxLength: 500, 'x-order': 7 },
    accent: { type: 'string', pattern: '^#[0-9A-F]{6}$', 'x-order': 8 },
    hook: { type: 'string', 'x-secret': true, 'x-generated': 48, 'x-advanced': true },
    address_of_ours: { type: 'string', title: 'Tell them', 'x-webhook-url': true },
    login: { type: 'string', title: 'Login', 'x-oauth': 'google' },
    topics: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1, default: ['a'] },
    only_b: { type: 'string', 'x-show-if': { topics: ['b', 'c'] } },
  },
};
const texts = {
  en: { enums: { security: { tls: 'TLS (port 993)' } } },
  ms: { settings: { token: { title: 'Token bot' } } },
};

const fields = readSchema(schema, texts, 'ms');
const none = new Set<string>();

function field(name: string): Field {
  const found = fields.find((one) => one.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

describe('reading a schema', () => {
  it('orders by x-order and names kinds', () => {
    expect(fields.map(({ name, kind }) => `${name}:${kind}`)).toEqual([
      'token:secret',
      'host:text',
      'port:number',
      'security:select',
      'plus:switch',
      'address:text',
      'greeting:long',
      'accent:text',
      'hook:secret',
      'address_of_ours:webhook',
      'login:oauth',
      'topics:list',
      'only_b:text',
    ]);
  });

  it('takes words in the language, then English, then the schema’s own, then the name', () => {
    expect(field('token').title).toBe('Token bot');
    expect(field('security').options).toEqual([
      { value: 'tls', label: 'TLS (port 993)' },
      { value: 'none', label: 'none' },
    ]);
    expect(field('host').title).toBe('Host');
    expect(field('greeting').title).toBe('greeting');
  });

  it('survives what is no schema', () => {
    expect(readSchema(null, {}, 'en')).toEqual([]);
    expect(readSchema({ properties: { a: 7 } }, {}, 'en')[0]?.kind).toBe('text');
  });
});

describe('values', () => {
  it('start with defaults, then with what the server has, never with a secret', () => {
    expect(startValues(fields, {})).toMatchObject({ port: 993, security: 'tls', plus: true, token: '' });
    const known = startValues(fields, { port: 143, plus: false, token: { set: true }, host: 'a' });
    expect(known).toMatchObject({ port: 143, plus: false, token: '', host: 'a' });
    expect(heldSecrets({ token: { set: true }, hook: { set: false } })).toEqual(new Set(['token']));
  });

  it('are sent without untouched secrets, generated ones and hidden ones', () => {
    const values = { ...startValues(fields, {}), host: ' a ', plus: false, address: 'x@y.z' };
    expect(toSettings(fields, values)).toEqual({
      host: 'a',
      port: 993,
      security: 'tls',
      plus: false,
      greeting: '',
      accent: '',
      topics: ['a'],
    });
    expect(toSettings(fields, { ...values, token: 'new' })).toMatchObject({ token: 'new' });
    expect(toSettings(fields, { ...values, port: '' })).not.toHaveProperty('port');
  });

  it('compare by content', () => {
    expect(sameValues({ a: 1 }, { a: 1 })).toBe(true);
    expect(sameValues({ a: 1 }, { a: 1, b: '' })).toBe(false);
  });
});

describe('checking', () => {
  const check = (name: string, value: Value, held = none) =>
    problemOf(field(name), { ...startValues(fields, {}), [name]: value }, held)?.key ?? null;

  it('required fields are not empty, but a held secret may be kept', () => {
    expect(check('host', '  ')).toBe('form.empty');
    expect(check('token', '')).toBe('form.empty');
    expect(check('token', '', new Set(['token']))).toBeNull();
    expect(check('hook', '')).toBeNull();
  });

  it('numbers, lengths, formats and patterns', () => {
    expect(check('port', 0)).toBe('form.min');
    expect(check('port', 70_000)).toBe('form.max');
    expect(check('port', 1.5)).toBe('form.whole');
    expect(check('port', 'x')).toBe('form.number');
    expect(check('port', '')).toBeNull();
    expect(check('greeting', 'a'.repeat(501))).toBe('form.long');
    expect(check('address', 'nobody')).toBe('form.email');
    expect(check('accent', 'green')).toBe('form.pattern');
    expect(check('accent', '#0F9D8A')).toBeNull();
  });

  it('lists know how many they may hold, and show what depends on them', () => {
    expect(field('topics').options.map((option) => option.value)).toEqual(['a', 'b']);
    expect(check('topics', ['a', 'b'])).toBe('form.many');
    expect(check('login', '')).toBeNull();
    expect([isShown(field('only_b'), { topics: ['a'] }), isShown(field('only_b'), { topics: ['a', 'b'] })]).toEqual([false, true]);
    expect(sameValues({ a: ['x'] }, { a: ['x'] })).toBe(true);
  });

  it('a field that is not shown is not checked', () => {
    expect(isShown(field('address'), { plus: false })).toBe(false);
    expect(problemOf(field('address'), { plus: false, address: 'bad' }, none)).toBeNull();
  });
});

it('believes only the page at the end of a sign-in', () => {
  expect(readTold({ type: 'patchbay-oauth', channel_id: 4, name: 'google', ok: false, error: 'denied' })).toEqual({
    channelId: 4,
    name: 'google',
    ok: false,
    error: 'denied',
  });
  expect([readTold('x'), readTold({ type: 'other', ok: true }), readTold({ type: 'patchbay-oauth' })]).toEqual([null, null, null]);
});
