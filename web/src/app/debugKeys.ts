import { useEffect } from 'react';

/** By the key's place, since Alt changes what many keyboards type. */
const CODES = /^Key([DEWCVSA])$/;

/** alt+shift and a letter, for support; what they do is loaded with the first of them. */
export function useDebugKeys(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const letter = CODES.exec(event.code)?.[1];
      if (letter === undefined) return;
      event.preventDefault();
      void import('./debug').then(({ runDebug }) => runDebug(letter.toLowerCase())).catch(() => undefined);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
