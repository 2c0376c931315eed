import { afterEach, beforeEach } from 'vitest';
import { startEngine } from '../src/actions/engine';
import { register } from '../src/actions/registry';
import type { Action } from '../src/actions/types';

/** An action that only tells that it ran, in the innermost scope. */
export function anAction(key: string, run: () => void, over: Partial<Action> = {}): Action {
  return { id: `test.${key}`, label: `Test ${key}`, scope: 'message', keys: [key], many: false, available: () => true, run, ...over };
}

/** Listens to keys during each test of a file. */
export function withKeys(...actions: readonly Action[]): void {
  let end: () => void = () => undefined;
  beforeEach(() => {
    register(actions);
    end = startEngine();
  });
  afterEach(() => end());
}
