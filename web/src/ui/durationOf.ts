const MINUTE_S = 60;
const HOUR_MIN = 60;
const DAY_H = 24;

/** A length of time in its two largest units: a text of `duration`, and what fills it. */
export function durationOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; values: Record<string, number> } {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE_S) return { unit: 'seconds', values: { seconds: whole } };
  const minutes = Math.round(whole / MINUTE_S);
  if (minutes < HOUR_MIN) return { unit: 'minutes', values: { minutes } };
  if (minutes < DAY_H * HOUR_MIN) return { unit: 'hours', values: { hours: Math.floor(minutes / HOUR_MIN), minutes: minutes % HOUR_MIN } };
  const hours = Math.round(minutes / HOUR_MIN);
  return { unit: 'days', values: { days: Math.floor(hours / DAY_H), hours: hours % DAY_H } };
}
