import type { Location } from 'react-router';
import { MOBILE } from './useView';

/** Below it, each section of the settings has an address. */
export const SETTINGS = '/settings';

const ADDRESS = new RegExp(`^(?:${MOBILE})?${SETTINGS}(?:/([^/]*))?/?$`);

/** Entries of the history that browsers keep of a tab: nobody can go back by as many. */
export const ENTRIES_KEPT = 50;

/** How many entries of the history lie above the screen underneath; null where that screen has none of its own. */
export type SettingsDepth = number | null;

/** How a section's address is shown while the router stays at the screen underneath. */
export interface SettingsMask {
  mask: string;
  state: { settings: SettingsDepth };
}

export function depthAt(location: Location): SettingsDepth {
  const state: unknown = location.state;
  return typeof state === 'object' && state !== null && 'settings' in state && typeof state.settings === 'number' ? state.settings : null;
}

/** The section that is open over the screen at this location; undefined while none is, empty where the address names none. */
export function sectionAt({ mask }: Location): string | undefined {
  const found = mask === undefined ? null : ADDRESS.exec(mask.pathname);
  return found === null ? undefined : decodeURIComponent(found[1] ?? '');
}

/** A section over the screen at `path`. */
export function masked(path: string, section: string, depth: SettingsDepth): SettingsMask {
  const frame = path.startsWith(`${MOBILE}/`) ? MOBILE : '';
  const name = section === '' ? '' : `/${encodeURIComponent(section)}`;
  return { mask: `${frame}${SETTINGS}${name}`, state: { settings: depth } };
}

/** A section as the next entry of the history, over the screen one is at or after the section that is open over it. */
export function maskedNext(location: Location, section: string): SettingsMask {
  const depth = depthAt(location);
  const next = sectionAt(location) === undefined ? 1 : depth === null ? null : depth + 1;
  return masked(location.pathname, section, next);
}
