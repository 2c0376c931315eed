const SHOWN = 5;

/** The page numbers of a pager: at most five in a row, the current one in their middle where it can be. */
export function pagesShown(total: number, current: number): number[] {
  const first = Math.max(1, Math.min(current - 2, total - SHOWN + 1));
  return Array.from({ length: Math.min(SHOWN, total) }, (_, at) => first + at);
}
