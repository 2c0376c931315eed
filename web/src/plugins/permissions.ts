import type { CredentialUse, Limits, OAuthUse, Permissions } from './model';

/** A text key of this room with what fills its blanks. */
export interface Line {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface Section {
  readonly name: 'reach' | 'secrets' | 'sign_in' | 'does' | 'channels' | 'limits';
  readonly lines: readonly Line[];
}

/** Interfaces that have a sentence of their own; another one is told by its name. */
const KNOWN = new Set([
  'settings',
  'webhook',
  'poll',
  'socket',
  'mail',
  'visitor',
  'outbound',
  'outbound-parts',
  'outbound-edits',
  'presence',
  'directory',
  'calls',
  'timers',
  'oauth',
  'suggest',
  'translate',
  'analyse-text',
  'transcribe',
  'analyse-voice',
  'answer',
  'message-insight',
]);

const ASSIST = new Set(['suggest', 'translate', 'analyse-text', 'transcribe', 'analyse-voice', 'answer', 'message-insight']);

/** Whether the plugin brings an AI helper. */
export function assists(interfaces: readonly string[]): string[] {
  return interfaces.filter((name) => ASSIST.has(name));
}

/** A host, or every host below a name: that one gets a sentence, so that nobody reads over its star. */
function hostLine(host: string, key: string): Line {
  const below = /^[a-z]+:\/\/\*\./.test(host);
  return below ? { key: `${key}_below`, values: { host: plainHost(host).slice(2) } } : { key, values: { host: plainHost(host) } };
}

export function plainHost(host: string): string {
  return host.replace(/^(https?|wss?):\/\//, '');
}

function limitChange(name: string, value: string): Line {
  const number = Number(value);
  const [told] = limitLines(name === 'memory' ? { memory: value } : Number.isNaN(number) ? {} : { [name]: number });
  return told ?? { key: 'change.limit', values: { name, value } };
}

type Title = (setting: string) => string;

const FROM_SETTING = 'from the setting ';

/** The server tells differences as lines such as `host https://…`; those that have a sentence here get it. */
export function changeLine(line: string, title: Title = (setting) => setting): Line {
  const [kind = '', ...rest] = line.split(' ');
  const what = rest.join(' ');
  if (kind === 'interface' && KNOWN.has(what)) return { key: `interface.${what}` };
  if (kind === 'host' && /^[a-z]+:\/\//.test(what)) return hostLine(what, 'change.host');
  if (kind === 'host' && what.startsWith(FROM_SETTING)) {
    return { key: 'sheet.host_setting', values: { setting: title(what.slice(FROM_SETTING.length)) } };
  }
  if (kind === 'channel') return { key: 'change.channel', values: { name: what } };
  if (kind === 'limit') return limitChange(rest[0] ?? '', rest.slice(1).join(' '));
  if (kind === 'credential') return { key: 'change.credential', values: { what } };
  return { key: 'change.other', values: { line } };
}

function hostWords(host: string, title: Title): string {
  return host.startsWith('setting:') ? `“${title(host.slice('setting:'.length))}”` : plainHost(host);
}

function secretLine(use: CredentialUse, title: Title): Line {
  const hosts = use.hosts.map((host) => hostWords(host, title)).join(', ');
  const [kind = '', name = ''] = use.inject.split(':', 2);
  const known = ['url', 'body', 'frame', 'header', 'query'].includes(kind);
  return { key: known ? `sheet.secret_${kind}` : 'sheet.secret_other', values: { secret: title(use.secret), hosts, name } };
}

function signInLine(use: OAuthUse): Line {
  return use.scopes.length === 0
    ? { key: 'sheet.sign_in_at', values: { name: use.name } }
    : { key: 'sheet.sign_in_scopes', values: { name: use.name, scopes: use.scopes.join(', ') } };
}

function limitLines(limits: Partial<Limits>): Line[] {
  const lines: Line[] = [];
  if (limits.memory !== undefined) lines.push({ key: 'sheet.limit_memory', values: { memory: limits.memory.replace(/(?<=\d)(?=[A-Z])/i, ' ') } });
  if (limits.cpu_ms !== undefined) lines.push({ key: 'sheet.limit_cpu', values: { ms: limits.cpu_ms } });
  if (limits.wall_ms !== undefined) lines.push({ key: 'sheet.limit_wall', values: { s: limits.wall_ms / 1000 } });
  if (limits.http_calls !== undefined) lines.push({ key: 'sheet.limit_http', values: { count: limits.http_calls } });
  return lines;
}

/** A newer core may know interfaces that have no sentence here yet. */
type Told = Omit<Permissions, 'interfaces'> & { interfaces: readonly string[] };

/** What a plugin may do, sentence by sentence; empty sections are left out. */
export function sectionsOf(permissions: Told, title: Title = (setting) => setting): Section[] {
  const { interfaces } = permissions;
  const reach: Line[] = permissions.hosts.map((host) => hostLine(host, 'sheet.host'));
  for (const setting of permissions.host_settings) {
    reach.push({ key: 'sheet.host_setting', values: { setting: title(setting) } });
  }
  if (interfaces.includes('mail')) reach.push({ key: 'sheet.mail' });
  if (reach.length === 0) reach.push({ key: 'sheet.no_host' });
  for (const header of permissions.headers) reach.push({ key: 'sheet.header', values: { header } });
  const all: Section[] = [
    { name: 'reach', lines: reach },
    { name: 'secrets', lines: permissions.credentials.map((use) => secretLine(use, title)) },
    { name: 'sign_in', lines: permissions.oauth.map(signInLine) },
    {
      name: 'does',
      lines: interfaces.map((name) =>
        KNOWN.has(name) ? { key: `interface.${name}` } : { key: 'interface.other', values: { name } },
      ),
    },
    {
      name: 'channels',
      lines: permissions.channels.map(({ name }) => ({ key: 'sheet.channel', values: { name } })),
    },
    { name: 'limits', lines: limitLines(permissions.limits) },
  ];
  return all.filter((section) => section.lines.length > 0);
}
