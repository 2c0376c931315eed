import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * The rows of a list of which Tab comes to one: the one that had the focus last, else the one whose page is open,
 * else the first. What it answers moves the focus along them. Where a row leaves the list, the one in its place is
 * the one that Tab comes to.
 */
export function useRows(list: RefObject<HTMLElement | null>, row: string): (step: number) => void {
  const last = useRef<{ row: HTMLElement | null; at: number }>({ row: null, at: 0 });

  const mark = useEffectEvent((rows: readonly HTMLElement[]) => {
    const { row: before, at } = last.current;
    if (before?.isConnected === false) last.current.row = rows[Math.min(at, rows.length - 1)] ?? null;
    const stop = last.current.row ?? rows.find((one) => one.getAttribute('aria-current') === 'page') ?? rows[0];
    for (const one of rows) {
      one.tabIndex = one === stop ? 0 : -1;
      one.toggleAttribute('data-stop', one === stop);
    }
  });
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const rows = () => [...element.querySelectorAll<HTMLElement>(row)];
    const came = ({ target }: FocusEvent) => {
      const all = rows();
      const at = all.findIndex((one) => one === target);
      if (at === -1) return;
      last.current = { row: all[at] ?? null, at };
      mark(all);
    };
    mark(rows());
    const observer = new MutationObserver(() => mark(rows()));
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', came);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', came);
    };
  }, [list, row]);

  return (step) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(row) ?? [])];
    const stop = rows.findIndex((one) => one.tabIndex === 0);
    // Whoever comes from elsewhere begins at the row they left, or at the first.
    const isFresh = last.current.row === null && rows[stop]?.getAttribute('aria-current') !== 'page';
    rows[isFresh ? 0 : Math.min(rows.length - 1, Math.max(0, stop + step))]?.focus();
  };
}
