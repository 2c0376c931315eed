/** The client's accent on the visitors' page. */

import { accentFor } from '../src/ui/accent';

export { accentFor, contrast, parseColour } from '../src/ui/accent';

/** Puts the accent where the style sheet looks for it, and again when the system's scheme turns. */
export function wearAccent(hex: string | null): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const wear = () => {
    const accent = accentFor(hex, dark.matches);
    const { style } = document.documentElement;
    style.setProperty('--accent', accent.fill);
    style.setProperty('--on-accent', accent.onFill);
    style.setProperty('--accent-text', accent.text);
  };
  wear();
  dark.addEventListener('change', wear);
  return () => dark.removeEventListener('change', wear);
}
