import { useEffect, useState } from 'react';

/** True once 150 ms of waiting have passed: a quick answer shows no skeleton at all. */
export function useLate(waiting: boolean, delayMs = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, delayMs]);
  return waiting && late;
}
