import { Button, Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AllCaps } from '../actions/Caps';
import { keysOf, setSingleKeys, useKeymap } from '../actions/keymap';
import { ShortcutList } from '../actions/ShortcutList';
import classes from '../actions/Shortcuts.module.css';
import { useTexts } from '../actions/texts';
import { closeKeyMap, useOverlays } from './overlays';
import { openSettings } from './settings/open';

/** The map behind `?`: every action of the desk with its key. */
export function KeyMap() {
  const { t } = useTranslation();
  const texts = useTexts();
  const open = useOverlays((state) => state.keyMap);
  const enabled = useKeymap((state) => state.enabled);
  const chosen = useKeymap((state) => state.chosen);
  return (
    <Modal opened={open} onClose={closeKeyMap} title={t('keys.title')} size={860} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <div className={classes['head']}>
        <Switch checked={enabled} onChange={(event) => setSingleKeys(event.currentTarget.checked)} label={t('keys.enabled')} description={t('keys.enabled_hint')} />
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            closeKeyMap();
            openSettings('shortcuts');
          }}
        >
          {texts.t('map.change')}
        </Button>
      </div>
      <ShortcutList focused>{(action) => <AllCaps keys={keysOf(action, chosen)} />}</ShortcutList>
    </Modal>
  );
}
