import { useSyncExternalStore } from 'react';

function isFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Whether the person is in this window. */
export function useFocused(): boolean {
  return useSyncExternalStore(subscribe, isFocused);
}
