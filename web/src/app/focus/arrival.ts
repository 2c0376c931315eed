/** Where the focus goes after a change of address, and when that is left alone. */
import { focusOn, isWriting } from './regions';

/** What the address opened: the settings' section, else the pane beside a list, else the screen. */
const OPENED = '[data-opened]';
const HEADING = 'h1,h2';
/** What takes the keyboard while it is open: the focus is its own. */
const COVER = '[aria-modal="true"],[role="menu"]';

const EVERY_MS = 50;
/** Longer than a slow line takes; who waits for nothing any more is left where they are. */
const PATIENCE_MS = 15_000;

/** The heading of what is open, in the settings' window or on the screen below it; null as long as it is not there. */
function headingNow(inWindow: boolean): HTMLElement | null {
  const opened = [...document.querySelectorAll(OPENED)].find((one) => (one.closest(COVER) !== null) === inWindow);
  return (opened ?? (inWindow ? null : document.querySelector('main')))?.querySelector<HTMLElement>(HEADING) ?? null;
}

/** Calls back once the heading is there, and whatever covers the page has given the focus back; the answer ends it. */
export function awaitHeading(inWindow: boolean, arrived: (heading: HTMLElement) => void): () => void {
  const until = performance.now() + PATIENCE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const heading = headingNow(inWindow);
    if (heading !== null && (inWindow || document.querySelector(COVER) === null)) arrived(heading);
    else if (performance.now() < until) timer = setTimeout(look, EVERY_MS);
  };
  look();
  return () => clearTimeout(timer);
}

/** Whoever writes, or is in what was opened already, is left there. */
function mayMove(heading: HTMLElement): boolean {
  const now = document.activeElement;
  return !isWriting(now) && !(heading.closest(OPENED)?.contains(now) ?? false);
}

/** The row that leads back to where somebody comes from, else the one that took its place. */
function rowFor(from: string): HTMLElement | null {
  const main = document.querySelector('main');
  const own = [...(main?.querySelectorAll<HTMLElement>('a[href]') ?? [])].find((link) => new URL(link.getAttribute('href') ?? '', window.location.href).pathname === from);
  return own ?? main?.querySelector<HTMLElement>('[data-region="list"] [data-stop]') ?? null;
}

/** Moves the focus to what was opened, or back to the row it was opened from. Whether the heading has it, and so is read. */
export function moveFocus(heading: HTMLElement, from: string): boolean {
  if (!mayMove(heading)) return false;
  const isBack = heading.closest(OPENED) === null;
  const target = (isBack ? rowFor(from) : null) ?? heading;
  focusOn(target);
  return target === heading;
}
