import { useEffect } from 'react';

interface Unsaved {
  /** Read at the moment of leaving, so that what was just saved does not count. */
  readonly isDirty: () => boolean;
  readonly name: string;
}

let current: Unsaved | null = null;

/** The form on screen, if it holds something that leaving would lose. */
export function unsavedNow(): Unsaved | null {
  return current?.isDirty() === true ? current : null;
}

/** A form says that it may hold unsaved work; the room's one guard asks it. */
export function useUnsaved(isDirty: () => boolean, name: string): void {
  useEffect(() => {
    const mine = { isDirty, name };
    current = mine;
    return () => {
      if (current === mine) current = null;
    };
  }, [isDirty, name]);
}
