import { Button } from '@mantine/core';
import { IconClockHour4, IconClockOff, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/useNow';
import classes from './Composer.module.css';
import type { WindowState } from './rules';
import { isRunningOut, timeLeft } from './timeLeft';

/** How long an agent may still write freely. */
export function WindowLeft({ window, hours }: { window: WindowState; hours: number }) {
  const { t } = useTranslation();
  const now = useNow();
  if (window.closesAt === null) return null;
  const left = timeLeft(window.closesAt, now);
  const short = isRunningOut(window.closesAt, now, hours);
  return (
    <p className={classes['window']} data-short={short || undefined}>
      <IconClockHour4 size={14} stroke={1.5} aria-hidden />
      {left.hours > 0
        ? t('composer.window_open', { hours: left.hours, minutes: left.minutes })
        : t('composer.window_open_minutes', { minutes: left.minutes })}
    </p>
  );
}

/** The window is closed: a template, or waiting for the customer. */
export function WindowClosed({ window, onTemplate }: { window: WindowState; onTemplate: () => void }) {
  const { t } = useTranslation();
  const template = window.after === 'template';
  return (
    <div className={classes['closed']} role="status">
      <IconClockOff size={18} stroke={1.5} aria-hidden />
      <p>
        <strong>{t('composer.window_closed')}</strong>
        <span>{t(template ? 'composer.window_template' : 'composer.window_nothing')}</span>
      </p>
      {template ? (
        <Button size="xs" leftSection={<IconTemplate size={16} stroke={1.5} />} onClick={onTemplate}>
          {t('composer.pick_template')}
        </Button>
      ) : null}
    </div>
  );
}
