// Writes the names of emoji in each language from the package emojibase-data, unpacked into a folder:
// `npm pack emojibase-data`, then `node scripts/emoji.mjs <folder>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of emojibase-data.');
const read = (path) => JSON.parse(readFileSync(resolve(folder, path), 'utf8'));

/** Newer ones are empty boxes on telephones of the last few years. */
const VERSION_MAX = 15;
/** Parts of others, such as colours of skin. */
const COMPONENT = 2;
const EMOJI_BY_DEFAULT = 1;
const PEOPLE = 1;
/** Joins a person with a sex, a trade or another person: the same gesture a few times over. */
const JOINER = '\u{200d}';

/** What is an emoji without being told so is written as everybody writes it. */
function written({ emoji, type }) {
  const [first, ...rest] = [...emoji];
  return type === EMOJI_BY_DEFAULT && rest.length === 1 && rest[0] === '\u{fe0f}' ? first : emoji;
}

const codes = read('en/shortcodes/github.json');

for (const language of ['en', 'ms', 'zh']) {
  const groups = new Map();
  for (const one of read(`${language}/data.json`).sort((a, b) => a.order - b.order)) {
    if (one.group === undefined || one.group === COMPONENT || one.version > VERSION_MAX) continue;
    if (one.group === PEOPLE && one.emoji.includes(JOINER)) continue;
    // The short codes are the same everywhere, and begin with the colon that they are typed after.
    const words = [...[codes[one.hexcode] ?? []].flat().map((code) => `:${code}`), ...(one.tags ?? [])];
    groups.set(one.group, [...(groups.get(one.group) ?? []), [written(one), one.label, words.join(' ')]]);
  }
  const lines = [...groups.values()].map((group) => group.map((one) => JSON.stringify(one)).join(','));
  writeFileSync(join(import.meta.dirname, `../src/ui/emoji/data/names.${language}.json`), `[${lines.join(',\n')}]\n`);
}
