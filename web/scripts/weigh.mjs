// Tells how much JavaScript each first screen loads before it stands there, compressed: `npm run weigh` after a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const ASSETS = join(DIST, 'assets');

/** What each screen adds to the frame, by the names of its chunks. */
const SCREENS = {
  login: ['LoginPage'],
  home: ['Shell', 'HomePage'],
  'ticket list': ['Shell', 'TicketsPage', 'TicketList'],
  'a ticket by its address': ['Shell', 'TicketsPage', 'Conversation'],
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

const page = readFileSync(join(DIST, 'index.html'), 'utf8');
const frame = new Set();
for (const [, file] of page.matchAll(/\/assets\/([^"]+\.js)"/g)) add(file, frame);

for (const [screen, names] of Object.entries(SCREENS)) {
  const files = new Set(frame);
  for (const name of names) {
    const file = chunk(name);
    if (file !== undefined) add(file, files);
  }
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files`);
}
