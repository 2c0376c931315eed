// What a page comes to. It draws what was asked of it a moment later, so that reading once finds either.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Far beyond what a page may take, so that only what never comes fails a test. */
export const WAIT_MS = 45_000;
const PAUSE_MS = 50;

/** Reads until it finds this; what never does is told with what was found at last. */
export async function becomes(read, wanted, message) {
  for (const until = Date.now() + WAIT_MS; ; await new Promise((done) => setTimeout(done, PAUSE_MS))) {
    const found = await read();
    if (isDeepStrictEqual(found, wanted)) return;
    if (Date.now() > until) assert.deepEqual(found, wanted, message);
  }
}
