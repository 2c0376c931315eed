import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { VisitorApi } from './transport/api';
import { readInfo, type Info } from './transport/wire';

export interface InfoState {
  readonly info: Info | null;
  /** Ask again in a moment, because the answer has become old. */
  readonly again: () => void;
  /** Ask now; null when the server cannot be reached. */
  readonly refresh: () => Promise<Info | null>;
}

const AGAIN_AFTER_MS = 1000;

/** What the link stands for. A call that fails shows the same page as a link that is unknown. */
export function useInfo(api: Pick<VisitorApi, 'info'>, token: string): InfoState {
  const [info, setInfo] = useState<Info | null>(null);
  const [round, setRound] = useState(0);
  const timerRef = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    let current = true;
    api.info(token).then(
      (found) => {
        if (current) setInfo(found);
      },
      // A page that is already open keeps what it shows; a first call has nothing to show.
      () => {
        if (current) setInfo((old) => old ?? readInfo(null));
      },
    );
    return () => {
      current = false;
    };
  }, [api, token, round]);

  const refresh = useCallback(async () => {
    try {
      const found = await api.info(token);
      setInfo(found);
      return found;
    } catch {
      return null;
    }
  }, [api, token]);

  const again = useCallback(() => {
    clearTimeout(timerRef.current);
    // Not at once: two sides that disagree must not ask each other without end.
    timerRef.current = setTimeout(() => setRound((old) => old + 1), AGAIN_AFTER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timerRef.current), []);
  return { info, again, refresh };
}
