import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useVariant } from '../api/variant';
import { useSession } from '../session/store';
import { pictureOf } from '../ui/BrandMark';

function element<Kind extends 'link' | 'meta'>(kind: Kind, name: string): HTMLElementTagNameMap[Kind] {
  const found = document.head.querySelector<HTMLElementTagNameMap[Kind]>(`${kind}[${kind === 'link' ? 'rel' : 'name'}="${name}"]`);
  if (found !== null) return found;
  const made = document.createElement(kind);
  made.setAttribute(kind === 'link' ? 'rel' : 'name', name);
  return document.head.appendChild(made);
}

/** What of the variant lies outside the page: the tab's title and picture, the browser's own colour. */
export function useBrand(): void {
  const { name, logo, shades } = useVariant((state) => state.variant);
  const inside = useSession((state) => state.phase === 'in');
  const scheme = useComputedColorScheme('light');
  // Inside, the screens write the title.
  useEffect(() => {
    if (!inside) document.title = name;
  }, [name, inside]);
  useEffect(() => {
    if (logo !== '') element('link', 'icon').href = pictureOf(logo);
  }, [logo]);
  const colour = shades[scheme === 'dark' ? 9 : 7] ?? '';
  useEffect(() => {
    element('meta', 'theme-color').content = colour;
  }, [colour]);
}
