import type { Health } from '../model';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

/** The dot and the word: colour alone never says it. */
export function HealthMark({ health }: { health: Health }) {
  const { t } = useTexts();
  return (
    <span className={classes['health']} data-health={health}>
      <span className={classes['dot']} aria-hidden />
      {t(`health.${health}`)}
    </span>
  );
}
