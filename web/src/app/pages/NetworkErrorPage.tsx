import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../session/check';
import classes from './pages.module.css';

/** After the sixth counted failure of the session check. */
export function NetworkErrorPage() {
  const { t } = useTranslation();
  return (
    <main className={classes['centre']} role="alert">
      <h1 className={classes['title']}>{t('network_error.title')}</h1>
      <p className={classes['dim']}>{t('network_error.text')}</p>
      <div className={classes['buttons']}>
        <Button size="xs" onClick={() => window.location.reload()}>
          {t('network_error.reload')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void logOut().catch(() => undefined)}>
          {t('account.log_out')}
        </Button>
      </div>
    </main>
  );
}
