import { describe, expect, it } from 'vitest';
import { healthOf, inFours, inOrder, type AccountState, type PackageView } from './model';
import { assists, changeLine, sectionsOf } from './permissions';

const permissions: Parameters<typeof sectionsOf>[0] = {
  hosts: ['https://api.pigeon.example'],
  host_settings: ['base'],
  headers: ['authorization'],
  credentials: [{ name: 'bot', secret: 'token', inject: 'header:X-Token', hosts: ['https://api.pigeon.example', 'setting:base'] }],
  interfaces: ['webhook', 'hover'],
  channels: [{ value: 'PIGEON', name: 'Pigeon' }],
  limits: { memory: '32MiB', cpu_ms: 500, wall_ms: 1000, http_calls: 5, batch_events: 10, batch_bytes: 1000 },
  oauth: [{ name: 'Pigeon', scopes: ['read'], authorize_url: '', token_url: '' }],
};

const aPackage = (over: Partial<PackageView>): PackageView => ({
  id: 1,
  plugin: 'pigeon',
  name: 'Pigeon',
  version: '1.0.0',
  digest: 'aa',
  size: 1,
  origin: 'upload',
  state: 'previous',
  signature: { state: 'unsigned', key: null, fingerprint: null, key_name: null },
  source: '',
  icon: null,
  permissions: null,
  difference: null,
  installed_at: 1,
  installed_by: 'admin',
  activated_at: null,
  note: '',
  ...over,
});

describe('the permission sheet', () => {
  const sections = sectionsOf(permissions, (setting) => `The ${setting}`);
  const keys = (name: string) => sections.find((section) => section.name === name)?.lines.map((line) => line.key);
  it('names every way out of the plugin', () => {
    expect(keys('reach')).toEqual(['sheet.host', 'sheet.host_setting', 'sheet.header']);
    expect(keys('does')).toEqual(['interface.webhook', 'interface.other']);
    expect(keys('sign_in')).toEqual(['sheet.sign_in_scopes']);
  });
  it('tells where a secret goes, in the words of the form', () => {
    expect(sections.find((section) => section.name === 'secrets')?.lines).toEqual([
      { key: 'sheet.secret_header', values: { secret: 'The token', hosts: 'api.pigeon.example, “The base”', name: 'X-Token' } },
    ]);
  });
  it('names channels and amounts as people do', () => {
    const values = (name: string) => sections.find((section) => section.name === name)?.lines[0]?.values;
    expect(values('channels')).toEqual({ name: 'Pigeon' });
    expect(values('limits')).toEqual({ memory: '32 MiB' });
  });
  it('tells a change in the words of the form', () => {
    const line = changeLine('host from the setting base', (setting) => `The ${setting}`);
    expect(line).toEqual({ key: 'sheet.host_setting', values: { setting: 'The base' } });
  });
  it('says that every host below a name is reached', () => {
    const [reach] = sectionsOf({ ...permissions, hosts: ['https://*.pigeon.example'], host_settings: [], headers: [] });
    expect(reach?.lines).toEqual([{ key: 'sheet.host_below', values: { host: 'pigeon.example' } }]);
    expect(changeLine('host https://*.pigeon.example')).toEqual({ key: 'change.host_below', values: { host: 'pigeon.example' } });
    expect(changeLine('host https://pigeon.example')).toEqual({ key: 'change.host', values: { host: 'pigeon.example' } });
  });
  it('says so when nothing outside is reached', () => {
    const none = sectionsOf({ ...permissions, hosts: [], host_settings: [], headers: [] });
    expect(none[0]?.lines).toEqual([{ key: 'sheet.no_host' }]);
  });
});

it('knows which interfaces are helpers', () => {
  expect(assists(['webhook', 'suggest'])).toEqual(['suggest']);
});

it('is as well as its worst account', () => {
  const account = (status: AccountState['state']['status']): AccountState => ({ id: 1, plugin: 'pigeon', name: '', state: { status, reason: '', since: 0 } });
  const plugin = { id: 'pigeon', enabled: true };
  expect(healthOf(plugin, [])).toBe('idle');
  expect(healthOf(plugin, [account('ok'), account('degraded')])).toBe('trouble');
  expect(healthOf(plugin, [account('auth_failed'), account('degraded')])).toBe('bad');
  expect(healthOf({ ...plugin, enabled: false }, [account('ok')])).toBe('off');
});

it('puts what is running first, then the newest', () => {
  const list = [aPackage({ id: 1, installed_at: 5 }), aPackage({ id: 2, installed_at: 9 }), aPackage({ id: 3, installed_at: 1, state: 'active' })];
  expect(inOrder(list).map((one) => one.id)).toEqual([3, 2, 1]);
});

it('reads out fingerprints in fours', () => {
  expect(inFours('aabbccdd:ee')).toBe('aabb ccdd ee');
});
