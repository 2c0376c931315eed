import { useSecond } from '../ui/useSecond';
import { runningText } from './model';
import { useBoard } from './store';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

const HOUR_MS = 3_600_000;

/** A duration in words; `ms` may come of two clocks and be below 0. */
export function useDurationText(): (ms: number) => string {
  const { t } = useTexts();
  return (ms) => runningText(ms) ?? t('days', { days: Math.floor(ms / (24 * HOUR_MS)), hours: Math.floor(ms / HOUR_MS) % 24 });
}

/** How long something lasts by now, in milliseconds by the clock of the server. */
export function useRunning(since: number): number {
  const aheadMs = useBoard((state) => state.aheadMs);
  return useSecond() + aheadMs - since;
}

/** How long something lasts, ticking; marked from `longMs` on. */
export function Running({ since, longMs = Infinity }: { since: number; longMs?: number }) {
  const running = useRunning(since);
  const textOf = useDurationText();
  return (
    <span className={classes['running']} data-long={running >= longMs || undefined} role="timer" aria-live="off">
      {textOf(running)}
    </span>
  );
}

/** The same within a sentence. */
export function RunningWords({ since, longMs, text }: { since: number; longMs: number; text: string }) {
  const { t } = useTexts();
  const running = useRunning(since);
  const textOf = useDurationText();
  return (
    <span className={classes['running']} data-long={running >= longMs || undefined} role="timer" aria-live="off">
      {t(text, { time: textOf(running) })}
    </span>
  );
}
