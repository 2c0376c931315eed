const HOUR_MS = 3_600_000;

export interface TimeLeft {
  hours: number;
  minutes: number;
}

/** Hours and minutes that are left, the last minute counted as one. */
export function timeLeft(closesAt: number, now: number): TimeLeft {
  const minutes = Math.max(1, Math.ceil((closesAt - now) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** From here on the countdown is amber: a quarter of the window, at most four hours. */
export function isRunningOut(closesAt: number, now: number, hours: number): boolean {
  return closesAt - now < Math.min(4, hours / 4) * HOUR_MS;
}
