/** What has the focus instead of a field that is being saved. */
let keeper: HTMLElement | null = null;

/** Lets a field go while what is in it is saved, to the region around it: a field that is disabled with the focus in it swallows every key. */
export function releaseFocus(field: HTMLElement | null): void {
  keeper = field?.closest<HTMLElement>('[data-region]') ?? null;
  if (keeper === null) {
    field?.blur();
    return;
  }
  if (!keeper.hasAttribute('tabindex')) keeper.tabIndex = -1;
  keeper.focus({ preventScroll: true });
}

/** Gives a field the focus back after a refusal, unless somebody went elsewhere meanwhile. */
export function returnFocus(field: HTMLElement | null): void {
  const now = document.activeElement;
  if (now === document.body || now === keeper) field?.focus();
}
