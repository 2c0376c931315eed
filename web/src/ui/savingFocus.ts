/** Lets a field go while what is in it is saved: a field that is disabled with the focus in it swallows every key. */
export function releaseFocus(field: HTMLElement | null): void {
  field?.blur();
}

/** Gives a field the focus back after a refusal, unless somebody went elsewhere meanwhile. */
export function returnFocus(field: HTMLElement | null): void {
  if (document.activeElement === document.body) field?.focus();
}
