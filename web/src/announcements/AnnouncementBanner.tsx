import { ActionIcon, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconSpeakerphone, IconX } from '@tabler/icons-react';
import { toastError } from '../ui/toast';
import { useNow } from '../ui/useNow';
import classes from './announcements.module.css';
import { dismiss, shownAt, useAnnouncements } from './store';
import { useTexts } from './texts';

/** More than these would leave no room for the work. */
const SHOWN_MAX = 3;

/** What the account's admins tell everybody, over every screen, until it is dismissed. */
export function AnnouncementBanner() {
  const { t } = useTexts();
  const now = useNow();
  const shown = shownAt(useAnnouncements(), now).slice(0, SHOWN_MAX);
  return shown.map(({ id, level, text, link }) => {
    const Icon = level === 'info' ? IconSpeakerphone : IconAlertTriangle;
    return (
      <div key={id} className={classes['banner']} data-level={level} role={level === 'critical' ? 'alert' : 'status'}>
        <Icon size={16} stroke={1.5} aria-label={t(`level.${level}`)} role="img" />
        <span className={classes['text']}>
          {text}
          {link === '' ? null : (
            <>
              {' '}
              <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit underline="always" c="inherit">
                {t('more')}
              </Anchor>
            </>
          )}
        </span>
        <ActionIcon
          size="sm"
          c="inherit"
          aria-label={t('dismiss')}
          onClick={() => void dismiss(id).catch(() => toastError(t('dismiss_failed')))}
        >
          <IconX size={15} stroke={1.5} />
        </ActionIcon>
      </div>
    );
  });
}
