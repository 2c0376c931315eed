import type { ChannelStatus } from '../model';
import { useTexts } from '../texts';
import classes from './parts.module.css';

/** The dot and the word: colour alone never says it. */
export function StateMark({ status }: { status: ChannelStatus }) {
  const { t } = useTexts();
  return (
    <span className={classes['state']} data-status={status}>
      <span className={classes['dot']} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
