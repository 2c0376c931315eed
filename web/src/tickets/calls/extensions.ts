/** The extensions of the desk, each with the name of the agent who used it last. */
import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';

export type Extension = components['schemas']['CallExtension'];

/** Two exchanges may each have the same extension; the field can only say it once. */
function distinct(extensions: readonly Extension[]): Extension[] {
  return extensions.filter(({ extension }, at) => extensions.findIndex((one) => one.extension === extension) === at);
}

/** What can be offered; empty until it is read, and where that fails: an extension can be typed all the same. */
export function useExtensions(): readonly Extension[] {
  const [extensions, setExtensions] = useState<readonly Extension[]>([]);
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

/** Those whose number or name has what was typed; none once it is a whole one, as there is nothing left to choose. */
export function matching(extensions: readonly Extension[], text: string): Extension[] {
  const typed = text.trim().toLowerCase();
  if (extensions.some(({ extension }) => extension === typed)) return [];
  return extensions.filter(({ extension, name }) => extension.includes(typed) || name.toLowerCase().includes(typed));
}
