/** The order of ids after one of them went up or down. */
export function moved(ids: readonly number[], id: number, by: number): number[] {
  const at = ids.indexOf(id);
  const next = ids.filter((one) => one !== id);
  next.splice(at + by, 0, id);
  return next;
}
