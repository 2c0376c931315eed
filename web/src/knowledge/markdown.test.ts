import { expect, it } from 'vitest';
import { applyTool, type Tool } from './markdown';

/** `[` and `]` in the drawing stand for the selection. */
function run(tool: Tool, drawn: string): string {
  const start = drawn.indexOf('‹');
  const end = drawn.indexOf('›') - 1;
  const next = applyTool(tool, { text: drawn.replace(/[‹›]/g, ''), start, end });
  return `${next.text.slice(0, next.start)}‹${next.text.slice(next.start, next.end)}›${next.text.slice(next.end)}`;
}

it.each<[Tool, string, string]>([
  ['bold', 'a ‹word› b', 'a **‹word›** b'],
  ['bold', 'a **‹word›** b', 'a ‹word› b'],
  ['bold', 'a ‹**word**› b', 'a ‹word› b'],
  ['bold', 'a ‹›', 'a **‹›**'],
  ['italic', '‹word›', '_‹word›_'],
  ['heading', 'one\ntw‹›o', 'one\n## tw‹›o'],
  ['heading', '## tw‹›o', 'tw‹›o'],
  ['list', '‹one\ntwo›\nthree', '- ‹one\n- two›\nthree'],
  ['list', '- ‹one\n- two›', '‹one\ntwo›'],
  ['link', 'a ‹word› b', 'a [word](‹https://›) b'],
  ['link', '‹https://shop.test/a›', '[‹›](https://shop.test/a)'],
  ['code', 'a ‹word› b', 'a `‹word›` b'],
  ['code', '‹one\ntwo›', '```\n‹one\ntwo›\n```'],
])('%s makes of %j %j', (tool, before, after) => expect(run(tool, before)).toBe(after));
