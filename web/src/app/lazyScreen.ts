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

/** Loads code, trying five more times five seconds apart; then an alert says so. */
async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  let failure: unknown;
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    if (attempt > 0) await pause(PAUSE_MS);
    try {
      const address = addressIn(failure);
      return address === null
        ? await load()
        : ((await import(/* @vite-ignore */ `${address}?again=${attempt}`)) as Module);
    } catch (thrown) {
      failure = thrown;
    }
  }
  window.alert(i18next.t('error.max_retries'));
  throw failure;
}

/** A screen for the router. The code of a screen is its module's `Screen` export. */
export function lazyScreen(
  load: () => Promise<{ Screen: ComponentType }>,
): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await loadPatiently(load)).Screen });
}

/** A part of a screen that is only sometimes needed. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}
