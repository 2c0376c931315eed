import { useEffect } from 'preact/hooks';
import type { Kept } from '../chat/kept';
import type { Line } from '../chat/transcript';
import { useShell } from '../shell';

/** Counts what arrives while nobody can see it, and tells when it was read. A chat that nobody has looked at yet counts as one. */
export function useUnread(lines: readonly Line[], loaded: boolean, kept: Pick<Kept, 'seen' | 'setSeen'>, read: () => void): void {
  const { watched, showUnread } = useShell();

  useEffect(() => {
    if (!loaded) return undefined;
    const times = lines.filter((line) => line.from === 'agent').map((line) => line.tsMs);
    const settle = () => {
      const seen = kept.seen();
      if (!watched.get()) {
        const unseen = times.filter((time) => time > (seen ?? 0)).length;
        return showUnread(seen === null ? Math.max(1, unseen) : unseen);
      }
      showUnread(0);
      const newest = Math.max(0, ...times);
      if (seen !== null && newest <= seen) return;
      kept.setSeen(newest);
      if (newest > (seen ?? 0)) read();
    };
    settle();
    return watched.subscribe(settle);
  }, [lines, loaded, kept, read, watched, showUnread]);
}
