import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { askPermission, setBrowser } from './browser';
import classes from './notifications.module.css';
import { useTexts } from './texts';

/** Asks whether the browser may show notifications, until there is an answer. */
export function BrowserBanner() {
  const { t } = useTexts();
  return (
    <div className={classes['banner']} role="status">
      <IconBellRinging size={16} stroke={1.5} aria-hidden />
      <span className={classes['bannerText']}>{t('banner.text')}</span>
      <div className={classes['bannerActions']}>
        <Button size="compact-xs" variant="default" onClick={() => setBrowser(false)}>
          {t('banner.no_thanks')}
        </Button>
        <Button size="compact-xs" onClick={() => void askPermission().catch(() => undefined)}>
          {t('banner.enable')}
        </Button>
      </div>
    </div>
  );
}
