import type { Plugin } from '../api/types';
import type { Breaker } from '../seeing/model';

export type PackageState = 'staged' | 'active' | 'previous' | 'removed';

export interface Signature {
  state: 'trusted' | 'untrusted' | 'unsigned';
  key: string | null;
  fingerprint: string | null;
  key_name: string | null;
}

export interface CredentialUse {
  name: string;
  /** The setting that holds it. */
  secret?: string;
  /** `url`, `body`, `frame`, `header:NAME` or `query:NAME`. */
  inject: string;
  hosts: string[];
}

export interface Limits {
  memory?: string;
  cpu_ms?: number;
  wall_ms?: number;
  http_calls?: number;
  batch_events?: number;
  batch_bytes?: number;
}

/** A sign-in at a provider: its name alone, or with the scopes it asks for. */
export type OAuthUse = string | { name: string; authorize_url?: string; scopes?: string[] };

export interface Permissions {
  hosts: string[];
  host_settings: string[];
  headers: string[];
  credentials: CredentialUse[];
  interfaces: string[];
  channels: (string | { value: string; name?: string })[];
  limits: Limits;
  oauth: OAuthUse[];
}

export interface Difference {
  added: string[];
  removed: string[];
}

/** An installed, waiting or former package of a plugin. */
export interface PackageView {
  id: number;
  plugin: string;
  name: string;
  version: string;
  digest: string;
  size: number;
  origin: string;
  state: PackageState;
  signature: Signature;
  /** Null where what is kept of an old package cannot be read any more. */
  permissions: Permissions | null;
  /** The form it will have, as far as it names the settings. */
  schema?: unknown;
  texts?: Plugin['texts'] | null;
  /** Of a package that waits: the others have their plugin's. */
  icon?: string | null;
  difference: Difference | null;
  installed_at: number | null;
  installed_by: string | null;
  activated_at: number | null;
  note: string | null;
}

/** What everybody who may look is told of a version; the operator is told the whole package. */
export type VersionView = Omit<PackageView, 'plugin' | 'name' | 'size' | 'permissions' | 'difference' | 'installed_by'> &
  Partial<PackageView>;

export interface PluginDetail extends Plugin {
  manifest: { net?: { host_settings?: string[] } };
  schema: unknown;
  permissions?: Permissions;
  versions?: VersionView[];
  breaker?: Breaker | null;
  /** Faults in a row of this client's accounts. */
  faults?: number;
}

export interface TrustedKey {
  id: number | string;
  key: string;
  name: string;
  fingerprint?: string;
  added_at?: number | null;
  added_by?: string | null;
}

/** A connected account, as far as this room looks at it. */
export interface AccountState {
  id: number;
  plugin: string;
  name: string;
  state: { status: string; reason: string };
}

export type Health = 'good' | 'trouble' | 'bad' | 'idle' | 'off';

/** The worst of a plugin's accounts; `idle` without any, `off` where the client switched it off. */
export function healthOf(plugin: Pick<Plugin, 'id' | 'enabled'>, accounts: readonly AccountState[]): Health {
  if (plugin.enabled === false) return 'off';
  const states = accounts.filter((account) => account.plugin === plugin.id).map((account) => account.state.status);
  if (states.length === 0) return 'idle';
  if (states.some((state) => state === 'needs_config' || state === 'auth_failed')) return 'bad';
  if (states.includes('degraded')) return 'trouble';
  return 'good';
}

/** The newest first; what is running before all others. */
export function inOrder(packages: readonly VersionView[]): VersionView[] {
  const weight = (one: VersionView) => (one.state === 'active' ? 1 : 0);
  return [...packages].sort(
    (one, other) => weight(other) - weight(one) || (other.installed_at ?? 0) - (one.installed_at ?? 0) || other.id - one.id,
  );
}

/** Blanks every four letters, so that two people can compare a fingerprint over the telephone. */
export function inFours(text: string): string {
  return text.replace(/[\s:]/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}
