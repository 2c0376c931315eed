import { Button } from '@mantine/core';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { Link } from 'react-router';
import { TRIAL_PLAN } from '../../session/model';
import { useSession, useStanding } from '../../session/store';
import { masked } from '../../ui/settingsAddress';
import classes from '../Banners.module.css';
import { openUpgrade } from '../overlays';
import { paths } from '../paths';
import { useTexts } from '../texts';

/** Those who have the section that says what the account has come to it over the plans. */
const { mask, state } = masked(paths.plans, 'subscription', null);

/** Says over every screen that the account's plan has ended, and leads to what can be done about it. */
export function PlanBanner() {
  const { t } = useTexts();
  const { plan } = useStanding();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const trial = plan === TRIAL_PLAN;
  return (
    <div className={classes['banner']} data-tone="warn" role="status">
      <IconHourglassEmpty size={16} stroke={1.5} aria-hidden />
      <span className={classes['text']}>{t(trial ? 'plans.trial_ended' : 'plans.expired')}</span>
      {trial ? (
        <Button size="compact-xs" variant="default" onClick={() => openUpgrade()}>
          {t('plans.upgrade_now')}
        </Button>
      ) : (
        <>
          <Button size="compact-xs" variant="default" component={Link} to={paths.plans} {...(isAdmin ? { mask, state } : {})}>
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
