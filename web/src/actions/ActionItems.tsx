import { Fragment } from 'react';
import { Menu } from '../ui/Menu';
import { KeyHint } from './KeyHint';
import { nameOf, useRegistry } from './registry';
import type { Action, ActionContext } from './types';

function Item({ action, context }: { action: Action; context: ActionContext }) {
  const Sign = action.icon;
  return (
    <Menu.Item
      {...(action.danger === true ? { color: 'red' } : {})}
      leftSection={Sign === undefined ? null : <Sign size={16} stroke={1.5} />}
      rightSection={<KeyHint of={action.id} />}
      onClick={() => action.run(context)}
    >
      {nameOf(action, context)}
    </Menu.Item>
  );
}

/** Entries of a menu: the actions of each group that can be done, with their keys. */
export function ActionItems({ groups, context }: { groups: readonly (readonly string[])[]; context: ActionContext }) {
  const actions = useRegistry((state) => state.actions);
  const shown = groups
    .map((ids) => ids.flatMap((id) => actions.filter((action) => action.id === id && action.available(context))))
    .filter((group) => group.length > 0);
  return shown.map((group, at) => (
    <Fragment key={group[0]?.id}>
      {at === 0 ? null : <Menu.Divider />}
      {group.map((action) => (
        <Item key={action.id} action={action} context={context} />
      ))}
    </Fragment>
  ));
}
