// Tells how much JavaScript each first screen loads before it stands there, compressed, and in how many
// files, with the script that sites load for the widget, and fails above what a first load may be: `npm run weigh` after
// a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const ASSETS = join(DIST, 'assets');

/** Chunks that are around every screen of whoever is logged in. */
const INSIDE = ['desk'];

/**
 * What each screen adds to what its document loads, by the names of its chunks, and what all of it may
 * be: kilobytes, and files. What keeps the desk up to date and what is opened later comes behind it.
 */
const DOCUMENTS = {
  'index.html': {
    login: { chunks: ['LoginPage', 'Queries'], limit: 192, files: 14 },
    home: { chunks: [...INSIDE, 'HomePage', 'Queries'], limit: 223, files: 18 },
    'ticket list': { chunks: [...INSIDE, 'TicketsPage', 'TicketList'], limit: 209, files: 14 },
    'a ticket by its address': { chunks: [...INSIDE, 'TicketsPage', 'Conversation', 'Queries'], limit: 271, files: 20 },
  },
  'visitor.html': {
    'the page of visitors': { chunks: [], limit: 28, files: 4 },
    "the widget's frame": { chunks: ['FrameApp'], limit: 33, files: 5 },
  },
};

/** What every page of a site loads for the widget's button; the settings that the core writes into it come on top. */
const LOADER = { path: 'widget/loader.js', limit: 5.9 };

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

/** Hashes have seven characters. What only leads on to a chunk of the same name counts with it. */
const chunks = (name) => readdirSync(ASSETS).filter((file) => file.endsWith('.js') && file.slice(0, -11) === name);

for (const [name, screens] of Object.entries(DOCUMENTS)) {
  const frame = new Set();
  for (const [, file] of readFileSync(join(DIST, name), 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)) add(file, frame);
  for (const [screen, { chunks: names, limit, files: most }] of Object.entries(screens)) {
    const files = new Set(frame);
    for (const chunk of names) {
      const found = chunks(chunk);
      if (found.length === 0) throw new Error(`There is no chunk ${chunk} any more: what does ${screen} load?`);
      for (const file of found) add(file, files);
    }
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    const over = [bytes > limit * 1000 ? `more than ${limit} kB` : '', files.size > most ? `more than ${most} files` : ''].filter((text) => text !== '');
    if (over.length > 0) process.exitCode = 1;
    console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB in ${files.size} files${over.map((text) => `, ${text}`).join('')}`);
  }
}

const loader = gzipSync(readFileSync(join(DIST, LOADER.path)), { level: 9 }).length / 1000;
if (loader > LOADER.limit) process.exitCode = 1;
console.log(`widget loader: ${loader.toFixed(1)} kB${loader > LOADER.limit ? `, more than ${LOADER.limit} kB` : ''}`);
