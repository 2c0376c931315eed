import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { minutesOf } from './model';
import classes from './presence.module.css';
import { StatusDot } from './StatusDot';
import { choose, useOwn } from './store';
import { useStatusName, useTexts } from './texts';

/** Says over every screen that one is not online for the others, and leads back. */
export function AwayBanner() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { nameOf } = useStatusName();
  const own = useOwn((state) => state.own);
  const [busy, setBusy] = useState(false);
  if (own === null || own.status === 'ONLINE') return null;

  async function goOnline(): Promise<void> {
    setBusy(true);
    try {
      await choose('ONLINE', '');
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  return (
    <div className={classes['banner']} role="status">
      <StatusDot status={own.status} />
      <span className={classes['bannerText']}>
        <strong>{t('you_are', { status: nameOf(own) })}</strong>
        {own.automatic ? <span>{t('automatic', { count: minutesOf(own.away_after) })}</span> : <span>{own.reason}</span>}
      </span>
      <Button size="compact-xs" variant="default" loading={busy} onClick={() => void goOnline()}>
        {t('go_online')}
      </Button>
    </div>
  );
}
