/** A key as React or as the browser itself hands it over. */
type Pressed = KeyboardEvent | { readonly key: string; readonly nativeEvent: KeyboardEvent };

/** What the browser gives as the code of a key that an input method takes. */
const TAKEN = 229;

/**
 * Whether the key belongs to an input method that is putting a word together.
 * Safari ends the word before it tells of the Enter that chose it, so that only the code still shows it.
 */
export function isComposing(event: Pressed): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it in Safari
  return native.isComposing || native.keyCode === TAKEN;
}

/** An Enter that was meant for the page; every Enter is asked here, with whatever other keys are held. */
export function isEnter(event: Pressed): boolean {
  return event.key === 'Enter' && !isComposing(event);
}

function keep(event: KeyboardEvent): void {
  if (isComposing(event)) event.stopImmediatePropagation();
}

/**
 * Keeps an input method's keys from everybody who listens: its Enter, Escape, Tab and arrows choose
 * words, and the library's fields, lists and dialogs would take them for their own.
 */
export function keepComposing(): () => void {
  window.addEventListener('keydown', keep, true);
  return () => window.removeEventListener('keydown', keep, true);
}
