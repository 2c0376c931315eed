import type { Channel } from '../model';
import { fullTime } from '../../ui/dates';
import { useTexts } from '../texts';
import classes from './parts.module.css';
import { StateMark } from './StateMark';

/** How the channel is, why, and what to do about it. */
export function StateCard({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const { status, reason, since } = channel.state;
  const time = (ms: number | null) => (ms === null || ms === 0 ? t('never') : fullTime(ms));
  return (
    <section className={classes['card']} data-status={status} aria-live="polite">
      <div className={classes['cardHead']}>
        <StateMark status={status} />
        {since > 0 ? <span className={classes['dim']}>{t('since', { time: fullTime(since) })}</span> : null}
      </div>
      {reason === '' || status === 'paused' ? null : <p className={classes['reason']}>{reason}</p>}
      <p className={classes['todo']}>{t(`todo.${status}`)}</p>
      <dl className={classes['facts']}>
        <dt>{t('last_in_long')}</dt>
        <dd>{time(channel.last_inbound_at)}</dd>
        <dt>{t('last_out_long')}</dt>
        <dd>{time(channel.last_outbound_at)}</dd>
      </dl>
    </section>
  );
}
