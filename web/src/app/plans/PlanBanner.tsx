import { Button } from '@mantine/core';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { Link } from 'react-router';
import { TRIAL_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import classes from '../Banners.module.css';
import { openUpgrade } from '../overlays';
import { paths } from '../paths';
import { useTexts } from '../texts';

/** Says over every screen that the account's plan has ended, and leads to what can be done about it. */
export function PlanBanner() {
  const t = useTexts();
  const { plan } = useStanding();
  const trial = plan === TRIAL_PLAN;
  return (
    <div className={classes['banner']} data-tone="warn" role="status">
      <IconHourglassEmpty size={16} stroke={1.5} aria-hidden />
      <span className={classes['text']}>{t(trial ? 'plans.trial_ended' : 'plans.expired')}</span>
      {trial ? (
        <Button size="compact-xs" variant="default" onClick={openUpgrade}>
          {t('plans.upgrade_now')}
        </Button>
      ) : (
        <>
          <Button size="compact-xs" variant="default" component={Link} to={paths.plans}>
            {t('plans.switch')}
          </Button>
          <Button size="compact-xs" variant="default" component={Link} to={paths.payment}>
            {t('plans.pay')}
          </Button>
        </>
      )}
    </div>
  );
}
