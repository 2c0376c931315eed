import { IconArrowsSort, IconBookmarkPlus, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useMe } from '../session/store';
import { Menu } from '../ui/Menu';
import { builtIns, choiceOf, countText, type Choice, type ListDoor } from './model';
import { loadViews, useViews, watchCounts } from './store';
import { useTexts } from './texts';
import classes from './views.module.css';

interface Props {
  door: ListDoor;
  /** The key of what the list shows. */
  active: string | undefined;
  onSave: () => void;
  onArrange: () => void;
}

/** What stands in the menu. It is drawn while the menu is open, and only then anything is counted. */
export function ViewItems({ door, active, onSave, onArrange }: Props) {
  const { t } = useTexts();
  const { username } = useMe();
  const phase = useViews((state) => state.phase);
  const views = useViews((state) => state.views);
  useEffect(() => watchCounts(builtIns(username)), [username]);

  const item = (choice: Choice, name: string) => (
    <Item key={choice.key} choice={choice} name={name} active={choice.key === active} onChoose={() => door.go(choice)} />
  );
  const shared = views.filter((view) => view.shared);
  const own = views.filter((view) => !view.shared);
  return (
    <>
      <div className={classes['scroll']}>
        <Menu.Label>{t('built_in')}</Menu.Label>
        {builtIns(username).map((choice) => item(choice, t(choice.key)))}
        {shared.length === 0 ? null : <Menu.Label>{t('shared')}</Menu.Label>}
        {shared.map((view) => item(choiceOf(view), view.name))}
        {own.length === 0 ? null : <Menu.Label>{t('own')}</Menu.Label>}
        {own.map((view) => item(choiceOf(view), view.name))}
        {phase === 'loading' || phase === 'idle' ? <Menu.Label role="status">{t('loading')}</Menu.Label> : null}
        {phase === 'ready' && views.length === 0 ? <Menu.Label>{t('empty_text')}</Menu.Label> : null}
        {phase === 'failed' ? (
          <Menu.Item leftSection={<IconRefresh size={16} stroke={1.5} />} closeMenuOnClick={false} onClick={() => void loadViews()}>
            {t('load_failed')}
          </Menu.Item>
        ) : null}
      </div>
      <Menu.Divider />
      <Menu.Item leftSection={<IconBookmarkPlus size={16} stroke={1.5} />} onClick={onSave}>
        {t('save_as')}
      </Menu.Item>
      {views.length === 0 ? null : (
        <Menu.Item leftSection={<IconArrowsSort size={16} stroke={1.5} />} onClick={onArrange}>
          {t('arrange')}
        </Menu.Item>
      )}
    </>
  );
}

interface ItemProps {
  choice: Choice;
  name: string;
  active: boolean;
  onChoose: () => void;
}

function Item({ choice, name, active, onChoose }: ItemProps) {
  const count = useViews((state) => state.counts[choice.key]);
  return (
    <Menu.Item
      aria-current={active || undefined}
      classNames={{ itemLabel: classes['label'] ?? '' }}
      leftSection={active ? <IconCheck size={16} stroke={1.5} /> : <span className={classes['unmarked']} />}
      rightSection={count === undefined ? null : <span className={classes['count']}>{countText(count)}</span>}
      onClick={onChoose}
    >
      <span className={classes['name']}>{name}</span>
    </Menu.Item>
  );
}
