import { IconAlarm, IconAlertTriangle, IconBell, IconBug, IconFlag, IconKey, IconUserMinus, IconUserPlus, IconWebhookOff, type Icon } from '@tabler/icons-react';
import classes from './notifications.module.css';

/** An icon and what it means: harm, time to act, or just news. */
const ICONS: Record<string, { icon: Icon; tone: 'news' | 'act' | 'harm' }> = {
  assigned: { icon: IconUserPlus, tone: 'news' },
  removed: { icon: IconUserMinus, tone: 'act' },
  channel_trouble: { icon: IconAlertTriangle, tone: 'harm' },
  channel_sign_in: { icon: IconKey, tone: 'act' },
  quarantined: { icon: IconBug, tone: 'act' },
  high_severity: { icon: IconFlag, tone: 'harm' },
  webhook_off: { icon: IconWebhookOff, tone: 'harm' },
  late: { icon: IconAlarm, tone: 'harm' },
};

export function NoticeIcon({ type }: { type: string }) {
  const { icon: Mark, tone } = ICONS[type] ?? { icon: IconBell, tone: 'news' as const };
  return (
    <span className={classes['icon']} data-tone={tone} aria-hidden>
      <Mark size={18} stroke={1.5} />
    </span>
  );
}
