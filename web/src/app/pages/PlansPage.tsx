import { PlanCards } from '../plans/PlanCards';
import classes from '../plans/plans.module.css';
import { PlansFrame } from '../plans/PlansFrame';
import { useTexts } from '../texts';

/** What there is to choose from, and which of it this account has. */
export function Screen() {
  const { t } = useTexts();
  return (
    <PlansFrame title={t('plans.title')} text={t('plans.which')}>
      <PlanCards />
      <p className={classes['how']}>{t('plans.how')}</p>
    </PlansFrame>
  );
}
