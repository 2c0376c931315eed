import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkSession } from '../../session/check';
import { useStanding } from '../../session/store';
import { closeUpgrade, useOverlays } from '../overlays';
import { useTexts } from '../texts';
import { PlanCards } from './PlanCards';
import classes from './plans.module.css';
import { planName } from './plans';

/** The plans over any screen. Once it closes, the session is asked for again: the plan may be another. */
export function UpgradeDialog() {
  const { t: common } = useTranslation();
  const { t } = useTexts();
  const open = useOverlays((state) => state.upgrade === 'open');
  const required = useOverlays((state) => state.requiredPlan);
  const { plan } = useStanding();
  function close() {
    closeUpgrade();
    void checkSession().catch(() => undefined);
  }
  return (
    <Modal opened={open} onClose={close} title={t('plans.upgrade')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      {required === null ? null : <p className={classes['required']}>{t('plans.required', { plan: t(planName(required)) })}</p>}
      <p className={classes['now']}>{t(plan === 4 ? 'plans.highest' : 'plans.now', { plan: t(planName(plan)) })}</p>
      <PlanCards />
      <p className={classes['how']}>{t('plans.how')}</p>
    </Modal>
  );
}
