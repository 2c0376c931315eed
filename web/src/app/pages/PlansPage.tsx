import { PlanCards } from '../plans/PlanCards';
import classes from '../plans/plans.module.css';
import { useTexts } from '../texts';

/** What there is to choose from, and which of it this account has. */
export function Screen() {
  const t = useTexts();
  return (
    <div className={classes['page']}>
      <div className={classes['inner']}>
        <div>
          <h1 className={classes['title']}>{t('plans.title')}</h1>
          <p className={classes['which']}>{t('plans.which')}</p>
        </div>
        <PlanCards />
        <p className={classes['how']}>{t('plans.how')}</p>
      </div>
    </div>
  );
}
