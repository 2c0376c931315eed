import { useEffect, useRef } from 'preact/hooks';
import type { Line } from '../chat/transcript';

/** Counts what arrives while the page is not looked at in its title, and tells when it was read. */
export function useUnread(lines: readonly Line[], read: () => void): void {
  const seenRef = useRef<number | null>(null);
  const count = lines.filter((line) => line.from === 'agent').length;

  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, '');
    const settle = () => {
      if (document.hidden) {
        const unread = count - (seenRef.current ?? count);
        document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
        return;
      }
      document.title = plain;
      if (seenRef.current !== null && count > seenRef.current) read();
      seenRef.current = count;
    };
    seenRef.current ??= count;
    settle();
    document.addEventListener('visibilitychange', settle);
    return () => document.removeEventListener('visibilitychange', settle);
  }, [count, read]);
}
