import { describe, expect, it } from 'vitest';
import { heldSecrets, isShown, problemOf, readSchema, sameValues, startValues, toSettings, type Field } from './schema';

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
  const check = (name: string, value: string | number | boolean, held = none) =>
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

  it('a field that is not shown is not checked', () => {
    expect(isShown(field('address'), { plus: false })).toBe(false);
    expect(problemOf(field('address'), { plus: false, address: 'bad' }, none)).toBeNull();
  });
});
