import { create } from 'zustand';
import { keep } from '../api/keep';
import { useSession } from '../session/store';
import { useHints } from './live';
import { isChord, lineOf } from './press';
import { useRegistry } from './registry';
import type { Action, Scope } from './types';

const SINGLE = 'patchbay.keys';
const key = (username: string) => `patchbay.shortcuts.${username}`;

/** The keys that somebody chose instead of those an action comes with, by its id. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

interface KeymapState {
  /** Single keys can be turned off by people whose tools send them. */
  enabled: boolean;
  /** Whose keys these are. */
  of: string;
  chosen: Chosen;
}

/** The map of keys of whoever is logged in, as this browser keeps it. */
export const useKeymap = create<KeymapState>()(() => ({ enabled: localStorage.getItem(SINGLE) !== 'off', of: '', chosen: {} }));

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= 4 && value.every((one) => typeof one === 'string' && one !== '' && one.length < 60);
}

function stored(username: string): Chosen {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(username)) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).flatMap(([id, keys]: [string, unknown]) => (isKeys(keys) ? [[id, keys] as const] : [])));
  } catch {
    return {};
  }
}

/** Turns single keys on or off; those with Ctrl act in any case. */
export function setSingleKeys(enabled: boolean): void {
  keep(SINGLE, enabled ? 'on' : 'off');
  useKeymap.setState({ enabled });
}

/** The keys of an action for whoever is logged in. */
export function keysOf({ id, keys }: Action, chosen: Chosen = useKeymap.getState().chosen): readonly string[] {
  return chosen[id] ?? keys;
}

/** Scopes that are never on screen together: a conversation, a contact on a page of its own, the articles of the knowledge base. */
const APART: readonly (readonly Scope[])[] = [['contact'], ['knowledge'], ['list', 'ticket', 'message', 'chat']];

function meet(a: Scope, b: Scope): boolean {
  const side = (scope: Scope) => APART.findIndex((scopes) => scopes.includes(scope));
  return side(a) === -1 || side(b) === -1 || side(a) === side(b);
}

/** Whether somebody who presses the one would have begun or pressed the other. */
function clash(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** The actions that a key would be in the way of. */
export function conflictsOf(action: Action, keys: string, chosen: Chosen = useKeymap.getState().chosen): readonly Action[] {
  return useRegistry
    .getState()
    .actions.filter((other) => other.id !== action.id && meet(action.scope, other.scope) && keysOf(other, chosen).some((one) => clash(one, keys)));
}

function change(chosen: Chosen): void {
  const { of } = useKeymap.getState();
  keep(key(of), JSON.stringify(chosen));
  useKeymap.setState({ chosen });
}

/** Gives an action another key, and takes it from those in `from`. */
export function setKey(action: Action, keys: string, from: readonly Action[] = []): void {
  const { chosen } = useKeymap.getState();
  const next: Record<string, readonly string[]> = { ...chosen, [action.id]: [keys] };
  for (const other of from) next[other.id] = keysOf(other, chosen).filter((one) => !clash(one, keys));
  change(next);
}

/** Gives an action the keys back that it comes with, and takes them from whatever has them now. */
export function resetKey(action: Action): void {
  const { chosen } = useKeymap.getState();
  const rest = Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== action.id));
  const taken = action.keys.flatMap((one) => conflictsOf(action, one, rest));
  change({ ...rest, ...Object.fromEntries(taken.map((other) => [other.id, keysOf(other, rest).filter((one) => !action.keys.some((own) => clash(own, one)))])) });
}

/** All keys as they come. */
export function resetKeys(): void {
  change({});
}

function showHints(): void {
  const { chosen, enabled } = useKeymap.getState();
  const keys: Record<string, string> = {};
  for (const action of useRegistry.getState().actions) {
    const [first] = keysOf(action, chosen);
    if (first !== undefined && (enabled || isChord(first))) keys[action.id] = lineOf(first);
  }
  useHints.setState({ keys });
}

/** Reads the keys of whoever logs in, and shows the keys beside what they do from now on. */
export function watchKeymap(): () => void {
  const read = () => {
    const of = useSession.getState().session?.username ?? '';
    if (of !== useKeymap.getState().of) useKeymap.setState({ of, chosen: of === '' ? {} : stored(of) });
  };
  read();
  showHints();
  const ends = [useSession.subscribe(read), useKeymap.subscribe(showHints), useRegistry.subscribe(showHints)];
  return () => ends.forEach((end) => end());
}
