import { TextInput } from '@mantine/core';
import { IconKeyboardOff, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { Tooltip } from '../ui/Tooltip';
import { groupsOf } from './find';
import { useKeymap } from './keymap';
import { contextNow } from './live';
import { nameOf, useRegistry } from './registry';
import classes from './Shortcuts.module.css';
import { useTexts } from './texts';
import type { Action, Scope } from './types';

/** Where this person may never go is not in the map. */
const PERSONAL: readonly Scope[] = ['go', 'settings'];

interface Props {
  /** What stands at the end of each line. */
  children: (action: Action) => ReactNode;
  /** The field has the focus when the window opens. */
  focused?: boolean;
}

/** Every action with its key, scope by scope, found by its name or key. */
export function ShortcutList({ children, focused = false }: Props) {
  const { t } = useTexts();
  const all = useRegistry((state) => state.actions);
  const actions = all.filter((action) => !PERSONAL.includes(action.scope) || action.available(contextNow()));
  const chosen = useKeymap((state) => state.chosen);
  const [words, setWords] = useState('');
  const groups = groupsOf(actions, words, chosen);
  return (
    <>
      <TextInput
        {...(focused ? { 'data-autofocus': true } : {})}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        placeholder={t('map.find')}
        aria-label={t('map.find')}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
      />
      {groups.length === 0 ? <EmptyPlace compact icon={<IconKeyboardOff size={20} stroke={1.5} />} title={t('map.none')} text={t('map.none_hint')} /> : null}
      <div className={classes['groups']}>
        {groups.map((group) => (
          <section key={group.scope} className={classes['group']} aria-label={group.title}>
            <h3 className={classes['title']}>{group.title}</h3>
            <ul className={classes['list']}>
              {group.actions.map((action) => (
                <li key={action.id} className={classes['row']}>
                  <span className={classes['name']}>
                    {nameOf(action, null)}
                    {action.many ? (
                      <Tooltip label={t('map.many')}>
                        <span role="img" aria-label={t('map.many')} className={classes['many']}>
                          <IconStack2 size={14} stroke={1.5} aria-hidden />
                        </span>
                      </Tooltip>
                    ) : null}
                  </span>
                  <span className={classes['end']}>{children(action)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
