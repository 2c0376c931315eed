import { Modal } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';
import { DashboardSwitch } from './DashboardSwitch';
import { Shares } from './Shares';
import { useTexts } from './texts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** How admins share the dashboard: with the team on the home page, and with others by links. */
export function ShareDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const id = useId();
  return (
    <Modal opened={opened} onClose={onClose} title={t('share.title')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      <div className={classes['shareSetting']}>
        <DashboardSwitch describedBy={id} />
        <p id={id}>{t('setting.text')}</p>
      </div>
      <h3 className={classes['shareHead']}>{t('share.links')}</h3>
      <Shares />
    </Modal>
  );
}
