// Tells how much JavaScript each first screen loads before it stands there, compressed, and fails above
// what a first load may be: `npm run weigh` after a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const ASSETS = join(DIST, 'assets');

/**
 * What each screen adds to the frame of its document, by the names of its chunks. `en` are the
 * tickets' texts in one language.
 */
const DOCUMENTS = {
  'index.html': {
    limit: 250,
    screens: {
      login: ['LoginPage'],
      home: ['HomePage'],
      'ticket list': ['TicketsPage', 'TicketList', 'en'],
      'a ticket by its address': ['TicketsPage', 'Conversation', 'en'],
    },
  },
  'visitor.html': { limit: 40, screens: { 'the page of visitors': [] } },
};

const sizes = new Map();
function sizeOf(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** A file with everything it imports before it runs. */
function add(file, into) {
  if (into.has(file) || !existsSync(join(ASSETS, file))) return;
  into.add(file);
  for (const [, name] of readFileSync(join(ASSETS, file), 'utf8').matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) add(name, into);
}

/** Hashes have eight characters. */
const chunk = (name) => readdirSync(ASSETS).find((file) => file.endsWith('.js') && file.slice(0, -12) === name);

for (const [name, { limit, screens }] of Object.entries(DOCUMENTS)) {
  const frame = new Set();
  for (const [, file] of readFileSync(join(DIST, name), 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)) add(file, frame);
  for (const [screen, names] of Object.entries(screens)) {
    const files = new Set(frame);
    for (const name of names) {
      const file = chunk(name);
      if (file === undefined) throw new Error(`There is no chunk ${name} any more: what does ${screen} load?`);
      add(file, files);
    }
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    const over = bytes > limit * 1000;
    if (over) process.exitCode = 1;
    console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files${over ? `, more than ${limit} kB` : ''}`);
  }
}
