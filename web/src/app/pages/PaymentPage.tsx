import { Subscription } from '../plans/Subscription';
import classes from '../plans/plans.module.css';
import { useTexts } from '../texts';

/** What the account has and until when, and how it is paid for. */
export function Screen() {
  const t = useTexts();
  return (
    <div className={classes['page']}>
      <div className={classes['inner']}>
        <div>
          <h1 className={classes['title']}>{t('plans.payment')}</h1>
          <p className={classes['which']}>{t('plans.payment_how')}</p>
        </div>
        <div>
          <Subscription explained={false} />
        </div>
      </div>
    </div>
  );
}
