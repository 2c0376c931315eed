import { useEffect, type RefObject } from 'react';

/** What takes the place of a part with the focus takes the focus, unless it is elsewhere by then. */
export function useFocusIfLost(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) ref.current?.focus();
  }, [ref]);
}
