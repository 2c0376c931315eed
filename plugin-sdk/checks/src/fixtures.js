// The webhook bodies among a plugin's fixtures.
import fs from 'node:fs';
import path from 'node:path';

const plugins = path.join(import.meta.dirname, '../../../plugins');

/** Each body with its name: the plain ones, and those the real host is shown. */
export function fixtures(plugin) {
  return ['', 'webhook/'].flatMap((below) => {
    const folder = path.join(plugins, plugin, 'fixtures', below);
    const names = fs.readdirSync(folder).filter((name) => /^[^.]+\.json$/.test(name));
    return names.sort().map((name) => {
      const read = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      return { name: below + name.replace('.json', ''), value: below ? read.input.body : read };
    });
  });
}
