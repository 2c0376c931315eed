import { IconAlarm, IconAlertTriangle, IconAt, IconBell, IconBug, IconEye, IconFlag, IconKey, IconUserMinus, IconUserPlus, IconWebhookOff, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useVariant } from '../api/variant';
import { pictureOf, type Notice } from './model';
import classes from './notifications.module.css';

/** An icon and what it means: harm, time to act, or just news. */
const ICONS: Record<string, { icon: Icon; tone: 'news' | 'act' | 'harm' }> = {
  assigned: { icon: IconUserPlus, tone: 'news' },
  removed: { icon: IconUserMinus, tone: 'act' },
  mentioned: { icon: IconAt, tone: 'act' },
  followed: { icon: IconEye, tone: 'news' },
  channel_trouble: { icon: IconAlertTriangle, tone: 'harm' },
  channel_sign_in: { icon: IconKey, tone: 'act' },
  quarantined: { icon: IconBug, tone: 'act' },
  high_severity: { icon: IconFlag, tone: 'harm' },
  webhook_off: { icon: IconWebhookOff, tone: 'harm' },
  late: { icon: IconAlarm, tone: 'harm' },
  sla_warning: { icon: IconAlarm, tone: 'act' },
  sla_breached: { icon: IconAlarm, tone: 'harm' },
};

/** The notice's own picture, or what its type stands for where it has none or the picture is gone. */
export function NoticeMark({ notice }: { notice: Pick<Notice, 'type' | 'img'> }) {
  const base = useVariant((state) => state.variant.notification_pictures ?? '');
  const [gone, setGone] = useState<string | null>(null);
  const address = pictureOf(notice, base);
  if (address === null || address === gone) return <NoticeIcon type={notice.type} />;
  return <img src={address} alt="" width={32} height={32} className={classes['picture']} onError={() => setGone(address)} />;
}

function NoticeIcon({ type }: { type: string }) {
  const { icon: Mark, tone } = ICONS[type] ?? { icon: IconBell, tone: 'news' as const };
  return (
    <span className={classes['icon']} data-tone={tone} aria-hidden>
      <Mark size={18} stroke={1.5} />
    </span>
  );
}
