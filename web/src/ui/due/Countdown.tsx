import { IconAlertTriangle, IconClock, IconHourglassHigh, IconPlayerPauseFilled, type Icon } from '@tabler/icons-react';
import { fullTime } from '../dates';
import { useNow } from '../useNow';
import classes from './Countdown.module.css';
import { dueAt, type TicketDue } from './moment';
import { useDueTexts } from './texts';
import { dueWords, leftOf, shortSpan, urgencyOf, type Urgency } from './words';

const ICONS: Readonly<Record<Urgency, Icon>> = {
  calm: IconClock,
  warned: IconHourglassHigh,
  overdue: IconAlertTriangle,
  paused: IconPlayerPauseFilled,
};

/** The time that is left. Its urgency is told by icon and words as well as by colour. */
export function Countdown({ due }: { due: TicketDue }) {
  const { t, language } = useDueTexts();
  const now = useNow();
  const words = dueWords(due, now, t, language);
  const left = leftOf(due, now);
  if (words === null || left === null) return null;
  const at = dueAt(due);
  const urgency = urgencyOf(due, now);
  const Sign = ICONS[urgency];
  return (
    <span
      className={classes['due']}
      role="img"
      aria-label={words}
      title={at === null ? words : `${words} · ${fullTime(at)}`}
      data-due={urgency}
      data-breached={left <= 0 || undefined}
    >
      <Sign size={13} stroke={1.75} aria-hidden />
      {shortSpan(left, t)}
    </span>
  );
}
