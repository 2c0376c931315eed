import { isComposing, isEnter } from '../ui/enter';
import { keysOf, useKeymap, watchKeymap } from './keymap';
import { contextNow, lendRun } from './live';
import { isChord, pressOf } from './press';
import { availableNow, runNow } from './registry';
import type { Action, ActionContext } from './types';

/** What adds to the context at the moment a key is pressed, such as the message at hand. */
type Complete = (context: ActionContext) => ActionContext;

let complete: Complete = (context) => context;

/** A room hands in what it knows only when it is asked. */
export function lendContext(next: Complete): void {
  complete = next;
}

/** What is on screen, with everything that is only known at this moment. */
export function wholeContext(): ActionContext {
  return complete(contextNow());
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** A box to tick takes no letters. */
function isTick(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio') && target.closest('[data-ticket]') !== null;
}

/** What takes the keyboard while it is open, wherever the focus is. */
const OPEN = '[aria-modal="true"],[role="menu"],[aria-haspopup][aria-expanded="true"]';
/** What takes it while the focus is inside: panels that stay open beside the page are of these. */
const AROUND = '[role="menu"],[role="listbox"],[role="combobox"],[role="tree"],[role="dialog"],[role="alertdialog"]';

/** How long a window may be on its way. */
const OPENING_MS = 5_000;

let isOpening = false;

/** What is typed behind the key of a window is meant for the window, however long its code takes to come. */
function awaitWindow(): void {
  isOpening = true;
  const until = performance.now() + OPENING_MS;
  const look = () => {
    isOpening = document.querySelector(OPEN) === null && performance.now() < until;
    if (isOpening) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function isCovered(target: EventTarget | null): boolean {
  return isOpening || document.querySelector(OPEN) !== null || (target instanceof Element && target.closest(AROUND) !== null);
}

/** How long the second key of two may take. */
const PAUSE_MS = 1_200;

let begun = '';
let timer: ReturnType<typeof setTimeout> | undefined;

function begin(press: string): void {
  clearTimeout(timer);
  begun = press;
  if (press !== '') timer = setTimeout(() => begin(''), PAUSE_MS);
}

/** Whether an action's key may act here. */
function mayAct({ typing = false, over = false }: Action, keys: string, target: EventTarget | null): boolean {
  if (isChord(keys) && over) return true;
  if (!useKeymap.getState().enabled && !isChord(keys)) return false;
  if (isCovered(target)) return false;
  return !isTyping(target) || isTick(target) || (typing && isChord(keys));
}

/** Of a held key, only what moves goes on. */
function mayRepeat(event: KeyboardEvent, action: Action): boolean {
  return !event.repeat || action.repeats === true;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const press = pressOf(event);
  if (press === null) return;
  const keys = begun === '' ? press : `${begun} ${press}`;
  const context = wholeContext();
  const actions = availableNow(context);
  const action = actions.find((one) => keysOf(one).includes(keys) && mayAct(one, keys, event.target));
  const starts = begun === '' && actions.some((one) => keysOf(one).some((own) => own.startsWith(`${press} `)) && mayAct(one, press, event.target));
  begin(action === undefined && starts ? press : '');
  if (action === undefined) return;
  // A focused button or link keeps its own Enter.
  if (isEnter(event) && press === 'Enter' && event.target instanceof Element && event.target.closest('a,button')) return;
  event.preventDefault();
  if (!mayRepeat(event, action)) return;
  if (action.opens === true) awaitWindow();
  action.run(context);
}

/** Listens to the keys from now on; the answer ends it. */
export function startEngine(): () => void {
  document.addEventListener('keydown', onKey);
  const end = watchKeymap();
  lendRun((id) => runNow(id, wholeContext()));
  return () => {
    document.removeEventListener('keydown', onKey);
    begin('');
    isOpening = false;
    lendRun(null);
    end();
  };
}
