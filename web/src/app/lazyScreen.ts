import type { ComponentType } from 'react';
import { loadPatiently } from '../ui/lazyPart';

export { lazyPart } from '../ui/lazyPart';

interface ScreenModule {
  Screen: ComponentType;
}

/** A screen for the router. The code of a screen is its module's `Screen` export. */
export function lazyScreen(load: () => Promise<ScreenModule>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await loadPatiently(load, (module) => module as ScreenModule)).Screen });
}
