import { PasswordForm } from './PasswordForm';
import classes from './security.module.css';
import { Sessions } from './Sessions';
import { useTexts } from './texts';
import { TwoFactor } from './TwoFactor';

/** Everything that keeps others out: the password, the second factor, and where one is signed in. */
export function SecuritySection() {
  const { t } = useTexts();
  return (
    <div className={classes['parts']}>
      <section>
        <h3>{t('factor.title')}</h3>
        <TwoFactor />
      </section>
      <section>
        <h3>{t('sessions.title')}</h3>
        <Sessions />
      </section>
      <section>
        <h3>{t('password.title')}</h3>
        <PasswordForm />
      </section>
    </div>
  );
}
