import i18next from 'i18next';
import { keysOf, type Chosen } from './keymap';
import { lineOf } from './press';
import { nameOf } from './registry';
import { SCOPES, type Action, type ActionContext, type Scope } from './types';

/** The actions of one scope. */
export interface Group {
  scope: Scope;
  title: string;
  actions: readonly Action[];
}

/** The actions whose name, scope or key has all of the words, scope by scope; the most used scopes first. */
export function groupsOf(actions: readonly Action[], words: string, chosen: Chosen, context: ActionContext | null = null): readonly Group[] {
  const wanted = words.trim().toLowerCase().split(/\s+/).filter((word) => word !== '');
  const order: readonly Scope[] = ['everywhere', 'list', 'ticket', 'message', ...SCOPES.filter((scope) => !['everywhere', 'list', 'ticket', 'message'].includes(scope))];
  return order
    .map((scope) => {
      const title = i18next.t(`actions:scope.${scope}`);
      const fits = (action: Action) => {
        const text = `${nameOf(action, context)} ${title} ${keysOf(action, chosen).map(lineOf).join(' ')}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      };
      return { scope, title, actions: actions.filter((action) => action.scope === scope && fits(action)) };
    })
    .filter((group) => group.actions.length > 0);
}
