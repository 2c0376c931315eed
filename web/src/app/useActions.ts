import { useEffect } from 'react';

/** The keys of the desk act while the frame is on screen; their code comes right after it. */
export function useActions(): void {
  useEffect(() => {
    let ended = false;
    let end: (() => void) | null = null;
    const start = async () => {
      const { startActions } = await import('./actions');
      const stop = await startActions();
      if (ended) stop();
      else end = stop;
    };
    void start().catch(() => undefined);
    return () => {
      ended = true;
      end?.();
    };
  }, []);
}
