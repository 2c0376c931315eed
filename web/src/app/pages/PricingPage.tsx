import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { PlanCards } from '../plans/PlanCards';
import { useTexts } from '../texts';
import { Public } from './Public';
import classes from './Public.module.css';

/** The plans, for somebody who has none. Prices are agreed with whoever runs the installation. */
export function PricingPage() {
  const { t } = useTexts();
  return (
    <Public title={t('plans.title')} text={t('plans.which')}>
      <PlanCards />
      <p className={classes['how']}>
        {t('pricing.how')}{' '}
        <Anchor component={Link} to="/contact" inherit underline="always">
          {t('contact.title')}
        </Anchor>{' '}
        <Anchor component={Link} to="/signup" inherit underline="always">
          {t('pricing.trial')}
        </Anchor>
      </p>
    </Public>
  );
}
