// The two questions Node asks about each module: where it is, and what is in it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The plugin's own compiler: this package brings none.
const ts = createRequire(join(process.cwd(), 'package.json'))('typescript');
const doubles = new URL('./src/testing/lent.ts', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('patchbay:plugin/')) {
    return { url: doubles, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) {
    return next(url, context);
  }
  const fileName = fileURLToPath(url);
  const { outputText } = ts.transpileModule(await readFile(fileName, 'utf8'), {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
      inlineSources: true,
    },
  });
  return { format: 'module', source: outputText, shortCircuit: true };
}
