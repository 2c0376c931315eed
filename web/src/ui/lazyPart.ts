import i18next from 'i18next';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

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

/** A part of a screen that is only sometimes needed. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}
