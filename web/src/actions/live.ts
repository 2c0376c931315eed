import { useEffect } from 'react';
import { create } from 'zustand';
import type { ActionContext } from './types';

const NOTHING: ActionContext = {
  one: false, desk: null, list: null, ticket: null, message: null, chats: null, chat: null, contacts: null, contact: null, knowledge: null, article: null, reading: null,
};

let context = NOTHING;

/** What is on screen at this moment. */
export function contextNow(): ActionContext {
  return context;
}

/** Tells the actions what is on screen, for as long as the component is. */
export function useScope<Part extends Exclude<keyof ActionContext, 'one'>>(part: Part, value: ActionContext[Part]): void {
  useEffect(() => {
    context = { ...context, [part]: value };
    return () => {
      if (context[part] === value) context = { ...context, [part]: null };
    };
  });
}

/** The keys of each action as they are shown, by its id; filled when the actions are loaded. */
export const useHints = create<{ keys: Readonly<Record<string, string>> }>()(() => ({ keys: {} }));

type Run = (id: string) => void;

let run: Run | null = null;
let waiting: string | null = null;

/** Runs an action by its id; one that is asked for before the actions are loaded runs then. */
export function runAction(id: string): void {
  if (run === null) waiting = id;
  else run(id);
}

/** The actions hand in how one is run, when they are loaded. */
export function lendRun(next: Run | null): void {
  run = next;
  if (run !== null && waiting !== null) run(waiting);
  waiting = null;
}
