// The fixtures of a plugin: the webhook bodies it is shown, and the requests it makes.
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

/** The requests with a JSON body that the real host saw, each with the name of its fixture. */
export function requests(plugin) {
  const folder = path.join(plugins, plugin, 'fixtures');
  const names = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.batch.json'));
  return names.sort().flatMap((name) => {
    const made = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).requests ?? [];
    const withBody = made.filter(({ body }) => body !== null && typeof body === 'object');
    return withBody.map(({ method, url, body }, n) => ({
      name: `${name.replace('.batch.json', '')} ${n}`,
      call: `${method} ${new URL(url).pathname}`,
      value: body,
    }));
  });
}

/** The requests with the type of each, which `types` knows by patterns of the call. */
export function typed(plugin, types) {
  return requests(plugin).map(({ name, call, value }) => {
    const found = types.find(([pattern]) => pattern.test(call));
    if (!found) throw new Error(`${name}: ${call} has no type here`);
    return { name, type: call.replace(...found).trim(), value };
  });
}
