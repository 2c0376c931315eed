import { useEffect, useState, type RefObject } from 'react';
import { fetchRich, richNow } from './load';

/**
 * The editor, for a field that wants it: it takes the place of a text box when it is loaded and nothing is torn
 * by that. Until then the box takes what is typed, so that nobody waits, or is left without a field where the
 * line broke before. `waits` is over as well where it could not be had.
 */
export function useRichPart(wanted: boolean, box: RefObject<HTMLTextAreaElement | null>) {
  const [part, setPart] = useState(richNow);
  const [failed, setFailed] = useState(false);
  const waits = wanted && part === null && !failed;

  useEffect(() => {
    const element = box.current;
    if (!waits || element === null) return undefined;
    let over = false;
    const unlessOver = (run: () => void) => () => {
      if (!over) run();
    };
    fetchRich().then(
      (loaded) => loaded.afterWord(element, unlessOver(() => setPart(loaded))),
      unlessOver(() => setFailed(true)),
    );
    return () => {
      over = true;
    };
  }, [waits, box]);

  return { part: wanted ? part : null, waits };
}
