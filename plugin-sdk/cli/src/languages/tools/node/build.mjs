// From a plugin's module to a component: node build.mjs ENTRY WIT WORLD OUT
import { writeFile } from 'node:fs/promises';
import { componentize } from 'componentize-qjs';
import { build } from 'esbuild';

const [entry, witPath, world, out] = process.argv.slice(2);

const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: ['patchbay:*'],
  logLevel: 'error',
});

const { component } = await componentize({
  witPath,
  world,
  jsSource: outputFiles[0].text,
  sync: true,
});
await writeFile(out, component);
