import { IconBoltOff } from '@tabler/icons-react';
import { clockTime } from '../ui/dates';
import { isOpen, type Breaker } from './model';
import classes from './seeing.module.css';
import { useTexts } from './texts';

/** Said only while the breaker keeps calls away: what happened, and when it is tried again. */
export function BreakerNote({ breaker }: { breaker: Breaker | null | undefined }) {
  const { t } = useTexts();
  if (!breaker || !isOpen(breaker)) return null;
  const until = breaker.until ?? 0;
  return (
    <div className={classes['breaker']} role="status">
      <IconBoltOff size={18} stroke={1.5} aria-hidden />
      <div>
        <strong>{t(breaker.state === 'open' ? 'breaker.open' : 'breaker.trying')}</strong>
        <p>
          {t('breaker.text', { count: breaker.faults ?? 0 })}
          {until > 0 ? ` ${t('breaker.until', { time: clockTime(until) })}` : ''}
        </p>
        {breaker.reason ? <p className={classes['dim']}>{breaker.reason}</p> : null}
      </div>
    </div>
  );
}
