import { Kbd, Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setKeysEnabled, useKeyMap } from '../ui/keys';
import classes from './KeyMap.module.css';
import { closeKeyMap, useOverlays } from './overlays';

/** The map behind `?`: every key that acts at this moment. */
export function KeyMap() {
  const { t } = useTranslation();
  const open = useOverlays((state) => state.keyMap);
  const enabled = useKeyMap((state) => state.enabled);
  const groups = useKeyMap((state) => state.groups);

  return (
    <Modal opened={open} onClose={closeKeyMap} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('action.close') }}>
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
