import type * as Windows from './FloatingWindows';

/**
 * Menus, bubbles and hints place themselves beside what they belong to. The code that does it is a
 * fifth of the library, and no screen needs it before somebody points at something.
 */
let here: typeof Windows | null = null;

export async function loadFloating(): Promise<typeof Windows> {
  here ??= await import('./FloatingWindows');
  return here;
}

/** What is loaded already opens without a pause. */
export function floatingNow(): typeof Windows | null {
  return here;
}
