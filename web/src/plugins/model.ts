import type { components } from '../api/openapi.gen';
import type { Plugin } from '../api/types';

type Schemas = components['schemas'];

export type Signature = Schemas['PackageSignature'];

export type Permissions = Schemas['PluginPermissions'];

export type CredentialUse = Schemas['CredentialPermission'];

export type Limits = Schemas['ManifestLimits'];

export type OAuthUse = Schemas['OAuthPermission'];

export type Difference = Schemas['PermissionDifference'];

/** An installed, waiting or former package of a plugin. */
export type PackageView = Schemas['PluginPackage'];

/** What everybody who may look is told of a version; the operator is told the whole package. */
export type VersionView = Schemas['PluginVersion'] & Partial<PackageView>;

export type PluginDetail = Schemas['PluginDetail'];

export type TrustedKey = Schemas['TrustedKey'];

/** A connected account, as far as this room looks at it. */
export type AccountState = Pick<Schemas['ChannelAccount'], 'id' | 'plugin' | 'name' | 'state'>;

export type Health = 'good' | 'trouble' | 'bad' | 'idle' | 'off';

/** The worst of a plugin's accounts; `idle` without any, `off` where the client switched it off. */
export function healthOf(plugin: Pick<Plugin, 'id'> & Partial<Pick<Plugin, 'enabled'>>, accounts: readonly AccountState[]): Health {
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
    (one, other) => weight(other) - weight(one) || other.installed_at - one.installed_at || other.id - one.id,
  );
}

/** Blanks every four letters, so that two people can compare a fingerprint over the telephone. */
export function inFours(text: string): string {
  return text.replace(/[\s:]/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}
