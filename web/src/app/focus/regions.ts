/** The regions of the page that F6 goes through (landmarks with a name), and where the focus was in each. */

/** A window without a backdrop is a region of its own. */
const REGION = '[data-region],[role="dialog"]:not([aria-modal="true"])';
const TABBABLE = 'a[href],button,input,select,textarea,[contenteditable="true"],[tabindex]';
/** Where whoever comes to a region for the first time wants to be, rather than at the first thing in it. */
const START: Readonly<Record<string, string>> = {
  navigation: '[aria-current="page"]',
  sections: '[aria-current="page"]',
  conversation: '[role="log"]',
  composer: 'textarea,[contenteditable="true"]',
};
/** The one row of a list that Tab comes to. */
const ROW = '[data-stop]';

const remembered = new Map<string, HTMLElement>();
/** The region of the page, below any window, that the focus was in last. */
let current = '';

const isElement = (found: Element | null | undefined): found is HTMLElement => found instanceof HTMLElement;

/** What the browser does not draw takes no focus. */
function isShown(element: Element): boolean {
  return !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true });
}

const nameOf = (region: Element): string => region.getAttribute('data-region') ?? region.id;

/** The region around an element: the innermost one. */
export const regionOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(REGION) ?? null;

/** The topmost window that covers the page, or the page. */
function layer(): ParentNode {
  return [...document.querySelectorAll('[aria-modal="true"]')].filter(isShown).at(-1) ?? document;
}

/** In the order of the page. What only holds other regions is none: the screen around a list and a conversation. */
function regionsNow(): HTMLElement[] {
  const top = layer();
  const all = [...top.querySelectorAll<HTMLElement>(REGION)].filter(isShown);
  const regions = all.filter((region) => nameOf(region) !== 'screen' || !all.some((other) => other !== region && region.contains(other)));
  return regions.length === 0 && isElement(top as Element) ? [top as HTMLElement] : regions;
}

/** Whether letters that are typed go into it. */
export function isWriting(element: Element | null): element is HTMLElement {
  if (!(element instanceof HTMLElement)) return false;
  return element.isContentEditable || element.matches('textarea,select,input:not([type="checkbox"],[type="radio"],[type="button"])');
}

/** Puts the focus on what takes none by itself, too. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus();
}

function startOf(region: HTMLElement): HTMLElement {
  const name = nameOf(region);
  const before = remembered.get(name);
  if (before?.isConnected === true && region.contains(before) && isShown(before)) return before;
  const own = (selector: string) =>
    [...region.querySelectorAll<HTMLElement>(selector)].find((one) => one.tabIndex >= 0 && !one.matches(':disabled') && isShown(one) && regionOf(one) === region);
  return own(ROW) ?? own(START[name] ?? TABBABLE) ?? own(TABBABLE) ?? region;
}

/** Puts the focus into a region by its name; false where there is none on screen. */
export function goToRegion(name: string): boolean {
  const region = regionsNow().find((one) => nameOf(one) === name);
  if (region === undefined) return false;
  focusOn(startOf(region));
  return true;
}

/** To the next region of what is on top, or the previous. A menu is left with Esc: it would stay open behind. */
export function moveRegion(step: 1 | -1): void {
  const now = document.activeElement;
  if (now?.closest('[role="menu"]') != null) return;
  const all = regionsNow();
  const here = regionOf(now) ?? all.find((one) => nameOf(one) === current) ?? null;
  const at = here === null ? -1 : all.indexOf(here);
  const next = all.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % all.length);
  if (next !== undefined && !(all.length === 1 && next.contains(now))) focusOn(startOf(next));
}

/** Longer than windows take to give the focus back by themselves. */
const PATIENCE_MS = 40;

/**
 * Remembers where the focus is, and catches it where what had it leaves the page, so that it is never lost.
 * Whoever uses a pointer gets it to the region and not into a field: that would open a phone's keyboard.
 */
export function watchFocus(): () => void {
  let held: HTMLElement | null = null;
  let byKey = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const came = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    held = target;
    const region = regionOf(target);
    if (region === null) return;
    remembered.set(nameOf(region), target);
    if (region.closest('[aria-modal="true"]') === null) current = nameOf(region);
  };
  const isLost = () => (document.activeElement === document.body || document.activeElement === null) && held !== null && !held.isConnected;
  const recover = () => {
    if (!isLost()) return;
    const regions = regionsNow();
    const region = regions.find((one) => nameOf(one) === current) ?? document.querySelector<HTMLElement>('main');
    const within = layer() === document ? region : (regions[0] ?? null);
    if (within !== null) focusOn(byKey ? startOf(within) : within);
  };
  /**
   * Esc leaves a field: to the conversation it is written in, the rows it filters, or what it stands in.
   * Some go with it, as the note's does: in the field that takes its place the next key would be a letter of the answer.
   */
  const leave = (region: HTMLElement) => {
    if (document.activeElement !== document.body || !region.isConnected || !isShown(region)) return;
    const around = regionOf(region.parentElement);
    if (around !== null && nameOf(around) !== 'screen') focusOn(startOf(around));
    else focusOn(region.querySelector<HTMLElement>(ROW) ?? region);
  };
  const looked = () => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(recover, PATIENCE_MS);
  };
  const pressed = ({ key }: KeyboardEvent) => {
    byKey = true;
    const region = key === 'Escape' && isWriting(held) ? regionOf(held) : null;
    if (region !== null) setTimeout(leave, PATIENCE_MS, region);
  };
  const pointed = () => {
    byKey = false;
  };

  const observer = new MutationObserver(looked);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', came);
  document.addEventListener('keydown', pressed, true);
  document.addEventListener('pointerdown', pointed, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    remembered.clear();
    document.removeEventListener('focusin', came);
    document.removeEventListener('keydown', pressed, true);
    document.removeEventListener('pointerdown', pointed, true);
  };
}
