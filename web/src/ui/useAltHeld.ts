import { useEffect, useState } from 'react';

/** Whether Alt alone is held: the action mode of a list. */
export function useAltHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => setHeld(event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey);
    // Alt and Tab leads away, and the release is then another window's.
    const onBlur = () => setHeld(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('keyup', onKey);
    window.addEventListener('blur', onBlur);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keyup', onKey);
      window.removeEventListener('blur', onBlur);
    };
  }, []);
  return held;
}
