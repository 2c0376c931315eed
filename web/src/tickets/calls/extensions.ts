/** The extensions of the desk, each with the name of the agent who used it last. */
import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';
import type { NamedNumber } from './numbers';

/** Two exchanges may each have the same extension; a list can only have it once. */
function distinct(extensions: readonly components['schemas']['CallExtension'][]): NamedNumber[] {
  const first = extensions.filter(({ extension }, at) => extensions.findIndex((one) => one.extension === extension) === at);
  return first.map(({ extension, name }) => ({ number: extension, name }));
}

/** What can be offered; empty until it is read, and where that fails: an extension can be typed all the same. */
export function useExtensions(): readonly NamedNumber[] {
  const [extensions, setExtensions] = useState<readonly NamedNumber[]>([]);
  useEffect(() => {
    const asking = new AbortController();
    api.get('/api/extension/get', { signal: asking.signal }).then(
      (answer) => setExtensions(distinct(answer)),
      () => undefined,
    );
    return () => asking.abort();
  }, []);
  return extensions;
}
