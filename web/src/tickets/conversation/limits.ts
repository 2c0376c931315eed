/** More than this shown, and the reader at the bottom: cut to the newest thirty. */
export const WINDOW_MAX = 60;
export const WINDOW = 30;
/** Opened conversations that stay in memory. */
export const KEPT_CONVERSATIONS = 50;
/** Those that were fetched ahead and not opened: they never push out one that was. */
export const KEPT_AHEAD = 10;
