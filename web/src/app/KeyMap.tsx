import { Kbd, Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { setKeysEnabled, useKeyMap, useKeys } from '../ui/keys';
import classes from './KeyMap.module.css';
import { useNavItems } from './nav';

const useOpen = create<{ open: boolean }>()(() => ({ open: false }));

export function openKeyMap(): void {
  useOpen.setState({ open: true });
}

/** The map behind `?`, and the keys that work on every screen. */
export function KeyMap() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const items = useNavItems();
  const open = useOpen((state) => state.open);
  const enabled = useKeyMap((state) => state.enabled);
  const groups = useKeyMap((state) => state.groups);

  useKeys(
    t('palette.go'),
    items.map((item) => ({ keys: `g ${item.letter}`, label: t(item.label), run: () => void navigate(item.to) })),
  );
  useKeys(t('keys.everywhere'), [{ keys: '?', label: t('keys.title'), run: openKeyMap }]);

  return (
    <Modal opened={open} onClose={() => useOpen.setState({ open: false })} title={t('keys.title')}>
      <Switch
        checked={enabled}
        onChange={(event) => setKeysEnabled(event.currentTarget.checked)}
        label={t('keys.enabled')}
        description={t('keys.enabled_hint')}
        mb="md"
      />
      {groups.map((group) => (
        <section key={group.id} className={classes['group']}>
          <h3 className={classes['title']}>{group.title}</h3>
          <dl className={classes['list']}>
            {group.actions.map((action) => (
              <div key={action.keys} className={classes['row']}>
                <dt>{action.label}</dt>
                <dd>
                  {action.keys.split(' ').map((key) => (
                    <Kbd key={key} size="sm">
                      {key}
                    </Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
