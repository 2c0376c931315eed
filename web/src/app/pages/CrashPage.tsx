import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { noteError, textOfThrown } from '../../api/errorLog';
import { useProduct } from '../../api/variant';
import classes from './pages.module.css';

/** The last resort: what a screen threw, readable for support. */
export function CrashPage() {
  const { t } = useTranslation();
  const product = useProduct();
  const thrown = useRouteError();
  const details = textOfThrown(thrown);
  useEffect(() => noteError('the screen', thrown), [thrown]);
  return (
    <div className={classes['centre']} role="alert">
      <h1 className={classes['title']}>{t('crash.title', { product })}</h1>
      <p className={classes['dim']}>{t('crash.text')}</p>
      <div className={classes['buttons']}>
        <Button size="xs" onClick={() => window.location.reload()}>
          {t('crash.refresh')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void navigator.clipboard.writeText(details).catch(() => undefined)}>
          {t('crash.copy')}
        </Button>
      </div>
      <pre className={classes['details']} tabIndex={0} aria-label={t('crash.details')}>
        {details}
      </pre>
    </div>
  );
}
