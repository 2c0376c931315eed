import type { UserStatus } from '../api/types';
import { useNow } from '../ui/useNow';
import { agoOf, toneOf } from './model';
import { useTexts } from './texts';

/** When somebody was last there, in words. */
export function LastActive({ user }: { user: UserStatus }) {
  const { t } = useTexts();
  const now = useNow();
  if (toneOf(user.status) !== 'offline') return t('active_now');
  if (user.ts === 0) return t('never_active');
  const { unit, count } = agoOf(user.ts, now / 1_000);
  return unit === 'now' ? t('ago.now') : t(`ago.${unit}`, { count });
}
