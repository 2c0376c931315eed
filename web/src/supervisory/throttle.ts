/** A throttle for reads: one at a time, with a pause between their beginnings and a trailing one. */

export interface Throttle {
  /** Runs it now or as soon as the pause is over; what is asked for while it runs, it runs once more for. */
  request: () => void;
  stop: () => void;
}

/** `run` may not reject. */
export function throttle(run: () => Promise<void>, pauseMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let begunAt = -Infinity;
  let isRunning = false;
  let isTrailing = false;
  let isStopped = false;

  function begin(): void {
    timer = null;
    begunAt = performance.now();
    isRunning = true;
    isTrailing = false;
    void run().then(() => {
      isRunning = false;
      if (isTrailing) request();
    });
  }

  function request(): void {
    if (isStopped || timer !== null) return;
    if (isRunning) {
      isTrailing = true;
      return;
    }
    const wait = begunAt + pauseMs - performance.now();
    if (wait <= 0) begin();
    else timer = setTimeout(begin, wait);
  }

  function stop(): void {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  return { request, stop };
}
