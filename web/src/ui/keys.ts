import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { keep } from '../api/keep';
import { isComposing, isEnter } from './enter';

export interface KeyAction {
  /** One key ('j'), or two after one another ('g t'). */
  keys: string;
  label: string;
  run: () => void;
}

interface KeysState {
  /** Single keys can be turned off by people whose tools send them. */
  enabled: boolean;
  groups: readonly { id: number; title: string; actions: readonly KeyAction[] }[];
}

const KEY = 'patchbay.keys';

export const useKeyMap = create<KeysState>()(() => ({
  enabled: localStorage.getItem(KEY) !== 'off',
  groups: [],
}));

export function setKeysEnabled(enabled: boolean): void {
  keep(KEY, enabled ? 'on' : 'off');
  useKeyMap.setState({ enabled });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** What takes the keyboard while it is open, wherever the focus is. */
const OPEN = '[aria-modal="true"],[role="menu"],[aria-haspopup][aria-expanded="true"]';
/** What takes it while the focus is inside: panels that stay open beside the page are of these. */
const AROUND = '[role="menu"],[role="listbox"],[role="combobox"],[role="tree"],[role="dialog"],[role="alertdialog"]';

function isCovered(target: EventTarget | null): boolean {
  return document.querySelector(OPEN) !== null || (target instanceof Element && target.closest(AROUND) !== null);
}

let prefix = '';
let prefixTimer: ReturnType<typeof setTimeout> | undefined;

function find(keys: string): KeyAction | undefined {
  for (const group of [...useKeyMap.getState().groups].reverse()) {
    const action = group.actions.find((candidate) => candidate.keys === keys);
    if (action) return action;
  }
  return undefined;
}

function startsSequence(key: string): boolean {
  return useKeyMap
    .getState()
    .groups.some((group) => group.actions.some((action) => action.keys.startsWith(`${key} `)));
}

function onKey(event: KeyboardEvent): void {
  if (!useKeyMap.getState().enabled) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return;
  if (isTyping(event.target) || isCovered(event.target)) {
    prefix = '';
    return;
  }
  const action = prefix === '' ? find(event.key) : find(`${prefix} ${event.key}`);
  clearTimeout(prefixTimer);
  const opensSequence = prefix === '' && startsSequence(event.key);
  prefix = '';
  if (action) {
    // A focused button or link keeps its own Enter.
    if (isEnter(event) && event.target instanceof Element && event.target.closest('a,button')) return;
    event.preventDefault();
    action.run();
  } else if (opensSequence) {
    prefix = event.key;
    prefixTimer = setTimeout(() => {
      prefix = '';
    }, 1200);
  }
}

let listening = false;
let nextGroup = 1;

/** Binds keys while the component is on screen; the key map lists them under the title. */
export function useKeys(title: string, actions: readonly KeyAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const signature = actions.map((action) => `${action.keys}\u0000${action.label}`).join('\u0001');
  useEffect(() => {
    if (!listening) {
      document.addEventListener('keydown', onKey);
      listening = true;
    }
    const id = nextGroup++;
    const bound = latest.current.map((action) => ({
      ...action,
      run: () => latest.current.find((candidate) => candidate.keys === action.keys)?.run(),
    }));
    useKeyMap.setState((state) => ({ groups: [...state.groups, { id, title, actions: bound }] }));
    return () => {
      useKeyMap.setState((state) => ({ groups: state.groups.filter((group) => group.id !== id) }));
    };
  }, [title, signature]);
}
