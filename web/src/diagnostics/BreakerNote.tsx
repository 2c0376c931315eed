import { IconBoltOff } from '@tabler/icons-react';
import { clockTime } from '../ui/dates';
import type { Breaker } from './model';
import classes from './diagnostics.module.css';
import { useTexts } from './texts';

/** Said only while the breaker keeps calls away: what happened, and when it is tried again. */
export function BreakerNote({ breaker, faults = 0 }: { breaker: Breaker | null | undefined; faults?: number }) {
  const { t } = useTexts();
  if (!breaker?.open) return null;
  const accounts = (breaker.accounts ?? []).filter((account) => account.resume_at !== null);
  return (
    <div className={classes['breaker']} role="status">
      <IconBoltOff size={18} stroke={1.5} aria-hidden />
      <div>
        <strong>{t('breaker.open')}</strong>
        <p>
          {t('breaker.text', { count: breaker.faults ?? faults })}
          {breaker.resume_at === null ? '' : ` ${t('breaker.until', { time: clockTime(breaker.resume_at) })}`}
        </p>
        {accounts.length === 0 ? null : <p className={classes['dim']}>{accounts.map((account) => account.name).join(', ')}</p>}
      </div>
    </div>
  );
}
