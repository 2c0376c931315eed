import { createElement, type ComponentType } from 'react';
import { loadPatiently } from '../ui/lazyPart';

export { lazyPart } from '../ui/lazyPart';

interface ScreenModule {
  Screen: ComponentType;
}

/** A screen for the router. The code of a screen is its module's `Screen` export. */
export function lazyScreen(load: () => Promise<ScreenModule>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await loadPatiently(load, (module) => module as ScreenModule)).Screen });
}

/** A part that asks by queries, or holds one that does: their cache comes with it. */
export function queried<Props extends object>(load: () => Promise<ComponentType<Props>>): () => Promise<ComponentType<Props>> {
  return async () => {
    const [Part, { Queries }] = await Promise.all([load(), import('./Queries')]);
    return function Queried(props: Props) {
      return createElement(Queries, null, createElement(Part, props));
    };
  };
}

/** The same of a screen. */
export function queriedScreen(load: () => Promise<ScreenModule>): () => Promise<{ Component: ComponentType }> {
  const part = queried(async () => (await lazyScreen(load)()).Component);
  return async () => ({ Component: await loadPatiently(part) });
}
