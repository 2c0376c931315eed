import type { ComponentType } from 'react';
import i18next from 'i18next';

const RETRIES = 5;
const PAUSE_MS = 5_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Browsers may remember a failed module; asking under another address asks the server again. */
function addressIn(thrown: unknown): string | null {
  const message = thrown instanceof Error ? thrown.message : '';
  return /https?:\/\/\S+\.js/.exec(message)?.[0] ?? null;
}

/**
 * Loads a screen's code, trying five more times five seconds apart; then an alert says so.
 * The code of a screen is its module's `Screen` export.
 */
export function lazyScreen<Module extends { Screen: ComponentType }>(
  load: () => Promise<Module>,
): () => Promise<{ Component: ComponentType }> {
  return async () => {
    let failure: unknown;
    for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
      if (attempt > 0) await pause(PAUSE_MS);
      try {
        const address = addressIn(failure);
        const module =
          address === null
            ? await load()
            : ((await import(/* @vite-ignore */ `${address}?again=${attempt}`)) as Module);
        return { Component: module.Screen };
      } catch (thrown) {
        failure = thrown;
      }
    }
    window.alert(i18next.t('error.max_retries'));
    throw failure;
  };
}
