import { useHints } from './live';
import classes from './KeyHint.module.css';

/** The key of an action, beside its name in a menu; nothing where it has none. */
export function KeyHint({ of }: { of: string }) {
  const keys = useHints((state) => state.keys[of]);
  return keys === undefined ? null : (
    <kbd aria-hidden className={classes['hint']}>
      {keys}
    </kbd>
  );
}

/** A hint's words with the key of what it does. */
export function useHinted(label: string, id: string): string {
  const keys = useHints((state) => state.keys[id]);
  return keys === undefined ? label : `${label} (${keys})`;
}
