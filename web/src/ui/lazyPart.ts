import i18next from 'i18next';
import { createElement, lazy, useState, type ComponentType } from 'react';

const RETRIES = 5;
const PAUSE_MS = 5_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Browsers may remember a failed module; asking under another address asks the server again. */
function addressIn(thrown: unknown): string | null {
  const message = thrown instanceof Error ? thrown.message : '';
  return /https?:\/\/\S+\.js/.exec(message)?.[0] ?? null;
}

/**
 * Loads code, trying five more times five seconds apart; then an alert says so. `again` makes of a
 * module that came under another address what `load` makes of it.
 */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>, again?: (module: unknown) => Loaded): Promise<Loaded> {
  let failure: unknown;
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    if (attempt > 0) await pause(PAUSE_MS);
    try {
      const address = again === undefined ? null : addressIn(failure);
      if (again === undefined || address === null) return await load();
      return again(await import(/* @vite-ignore */ `${address}?again=${attempt}`));
    } catch (thrown) {
      failure = thrown;
    }
  }
  window.alert(i18next.t('error.max_retries'));
  throw failure;
}

/** Of a part that could not be had: how the next one to show it asks anew. */
const renewals = new WeakMap<object, () => void>();

/** Called by what caught the failure of a part, so that it is not remembered until the page is left. */
export function askAnew(thrown: unknown): void {
  if (typeof thrown === 'object' && thrown !== null) renewals.get(thrown)?.();
}

/** Of the ways to load a part: what came, so that it is drawn at once and not a moment later. */
const fetched = new WeakMap<object, unknown>();

/** Loads a part before it is needed. */
export async function fetchPart(load: () => Promise<unknown>): Promise<void> {
  fetched.set(load, await load());
}

/**
 * A part of a screen that is only sometimes needed. Waiting even for what is at hand would show
 * what stands in for it, and React leaves that on screen for a third of a second.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await loadPatiently(load) };
      } catch (thrown) {
        const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
        renewals.set(failure, () => {
          newest = begin();
        });
        throw failure;
      }
    });
  let newest = begin();
  return function Part(props: Props) {
    const [Now] = useState(() => (fetched.get(load) as ComponentType<Props> | undefined) ?? newest);
    return createElement(Now as ComponentType<Props>, props);
  };
}
