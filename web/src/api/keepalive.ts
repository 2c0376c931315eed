/**
 * Keepalive of writes: the browser completes such a call although its page is left, loaded anew or closed meanwhile.
 * An optimistic update shows before the server has it, and whoever leaves at once would lose what they saw.
 */

/**
 * Bytes that all bodies under way may have together. A browser refuses what goes over 64 KiB, as if the line were
 * dead (Fetch standard, HTTP-network-or-cache fetch), and counts a body a little longer than until its answer is
 * read; hence half of it.
 */
const LIMIT_BYTES = 32 * 1024;
/** Calls that may be under way at once: browsers have limits of their own, and fail in the same way. */
const LIMIT_CALLS = 8;

let bytesUnderWay = 0;
let callsUnderWay = 0;

/** Runs a call until its answer is read, and tells it whether it may be kept alive; what may not goes as any other. */
export async function withKeepalive<T>(body: string, run: (keepalive: boolean) => Promise<T>): Promise<T> {
  const bytes = new TextEncoder().encode(body).length;
  if (callsUnderWay >= LIMIT_CALLS || bytesUnderWay + bytes > LIMIT_BYTES) return run(false);
  callsUnderWay += 1;
  bytesUnderWay += bytes;
  try {
    return await run(true);
  } finally {
    callsUnderWay -= 1;
    bytesUnderWay -= bytes;
  }
}
