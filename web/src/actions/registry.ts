import i18next from 'i18next';
import { create } from 'zustand';
import { isLet } from './limits';
import { contextNow } from './live';
import { SCOPES, type Action, type ActionContext } from './types';

/** Every action of the desk, the inner scopes first. */
export const useRegistry = create<{ actions: readonly Action[] }>()(() => ({ actions: [] }));

/** Keys, menus and the palette ask the same: what a role has not is nowhere to be found. */
function limited(action: Action): Action {
  return { ...action, available: (context) => isLet(action) && action.available(context) };
}

/** Each room hands in its own when its code is loaded; one that is known is replaced. */
export function register(handed: readonly Action[]): void {
  const actions = handed.map(limited);
  const known = useRegistry.getState().actions.filter(({ id }) => actions.every((action) => action.id !== id));
  const all = [...known, ...actions];
  useRegistry.setState({ actions: SCOPES.flatMap((scope) => all.filter((action) => action.scope === scope)) });
}

/** One of them. */
export function actionOf(id: string): Action | undefined {
  return useRegistry.getState().actions.find((action) => action.id === id);
}

/** What can be done at this moment. */
export function availableNow(context: ActionContext = contextNow()): readonly Action[] {
  return useRegistry.getState().actions.filter((action) => action.available(context));
}

/** Does it, where that is possible at this moment. */
export function runNow(id: string, context: ActionContext = contextNow()): void {
  const action = actionOf(id);
  if (action?.available(context) === true) action.run(context);
}

/** What an action is called at this moment, or without a context in general. */
export function nameOf(action: Action, context: ActionContext | null = contextNow()): string {
  return i18next.t(context === null ? action.label : (action.named?.(context) ?? action.label));
}
