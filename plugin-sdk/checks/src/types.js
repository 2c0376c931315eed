// Holds values against the types that another library declares: whatever its compiler would not let
// a program write, we must not send. Fields that the types do not know count as faults too.
import path from 'node:path';
import ts from 'typescript';

const folder = path.join(import.meta.dirname, '..');
// What was read once: the libraries' declarations are megabytes, and do not change.
const sources = new Map();
let before;

/**
 * What is wrong with each value, by its name; those that fit are absent.
 *
 * `head` imports the types; each value is `{ name, type, value }`.
 */
export function mismatches(head, values) {
  const file = path.join(folder, 'tests', 'values-in-memory.ts');
  const blocks = values.map(
    ({ type, value }, n) => `export const v${n}: ${type} = ${written(value)};\n`,
  );
  const text = `${head}\n${blocks.join('')}`;
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, text, options.target);
    if (!sources.has(name)) sources.set(name, getSourceFile(name, ...rest));
    return sources.get(name);
  };
  const program = ts.createProgram([file], options, host, before);
  before = program;
  const source = program.getSourceFile(file);
  const ends = [];
  let end = head.length + 1;
  for (const block of blocks) ends.push((end += block.length));
  const found = {};
  for (const one of [
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]) {
    const said = ts.flattenDiagnosticMessageText(one.messageText, '\n');
    if (one.file !== source || one.start < head.length) throw new Error(`the types: ${said}`);
    const { name } = values[ends.findIndex((at) => one.start < at)];
    const line = text.slice(0, one.start).split('\n').length;
    (found[name] ??= []).push(`${text.split('\n')[line - 1].trim()}: ${said}`);
  }
  return found;
}

// As JSON, but with what is `undefined`, which some types ask for.
function written(value) {
  const absent = '\u{e000}absent';
  const text = JSON.stringify(value, (_, one) => (one === undefined ? absent : one), 1);
  return text.replaceAll(`"${absent}"`, 'undefined');
}
