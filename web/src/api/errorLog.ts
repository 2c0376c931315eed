/** One thing that went wrong in this tab. */
export interface LoggedError {
  at: string;
  where: string;
  what: string;
}

export const KEPT_ERRORS = 200;

let kept: LoggedError[] = [];

/** What was thrown, readable for support. */
export function textOfThrown(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.stack ?? thrown.message;
  return typeof thrown === 'string' ? thrown : JSON.stringify({ thrown });
}

/** Keeps an error in memory for support; the oldest make room. Never pass what people wrote. */
export function noteError(where: string, thrown: unknown): void {
  kept = [...kept, { at: new Date().toISOString(), where, what: textOfThrown(thrown) }].slice(-KEPT_ERRORS);
}

export function errorLog(): readonly LoggedError[] {
  return kept;
}

/** What nobody caught is kept as well. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => noteError('page', event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => noteError('promise', event.reason));
}
