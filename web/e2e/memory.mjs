// Where the programs under test keep their files.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Files in memory where the system has room for them: what a compiler wrote before is written to the
 * disk for minutes afterwards, and the browser and the database waited for it longer than a test does.
 * That nothing is lost when a process dies is shown all the same; the loss of power is nothing for a browser.
 */
export const inMemory = existsSync(MEMORY) && roomIn(MEMORY) >= NEEDED_BYTES;

function roomIn(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The folder for them; the browser's own files go there too. */
export const scratch = inMemory ? MEMORY : tmpdir();
process.env['TMPDIR'] = scratch;
