import { ActionIcon } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import classes from './dashboard.module.css';
import { useTexts } from './texts';
import type { DashboardShare } from './types';

interface Props {
  share: DashboardShare;
  /** A change is on its way. */
  busy: boolean;
  onRevoke: () => void;
}

/** One link: what it shows, who made it, how it was used. Revoking it asks first. */
export function ShareLine({ share, busy, onRevoke }: Props) {
  const { t } = useTexts();
  const { name, days, created_by: by, expires_at: until, last_used_at: last, uses, expired } = share;
  return (
    <li className={kept['row']}>
      <div className={classes['share']}>
        <span className={kept['name']}>
          <span>{name}</span>
          {expired ? <Chip tone="bad">{t('share.expired')}</Chip> : null}
        </span>
        <span className={classes['shareMeta']}>{t(expired ? 'share.meta_expired' : 'share.meta', { days, by, until: fullTime(until) })}</span>
        <span className={classes['shareMeta']}>{last === null ? t('share.unused') : t('share.used', { count: uses, at: fullTime(last) })}</span>
      </div>
      <ActionIcon
        className={kept['side'] ?? ''}
        disabled={busy}
        aria-label={t('share.revoke', { name })}
        onClick={() =>
          openDialog({
            title: t('share.revoke_title', { name }),
            text: t('share.revoke_text'),
            confirm: { label: t('share.revoke_confirm'), danger: true, run: onRevoke },
          })
        }
      >
        <IconUnlink size={16} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
