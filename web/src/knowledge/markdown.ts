/** Edits of Markdown in a text field: pure, from a text with its selection to the next one. */

export interface Edit {
  text: string;
  start: number;
  end: number;
}

export type Tool = 'bold' | 'italic' | 'heading' | 'list' | 'link' | 'code';

const WRAPS = { bold: '**', italic: '_' } as const;

/** Puts marks around the selection, or takes them away where they stand already. */
function wrap({ text, start, end }: Edit, mark: string): Edit {
  const size = mark.length;
  const chosen = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return { text: text.slice(0, start - size) + chosen + text.slice(end + size), start: start - size, end: end - size };
  }
  if (chosen.length > 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    return { text: text.slice(0, start) + chosen.slice(size, -size) + text.slice(end), start, end: end - 2 * size };
  }
  return { text: text.slice(0, start) + mark + chosen + mark + text.slice(end), start: start + size, end: end + size };
}

/** Begins every line of the selection with a prefix, or takes it away where all of them have it. */
function prefix({ text, start, end }: Edit, mark: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const to = stop === -1 ? text.length : stop;
  const lines = text.slice(from, to).split('\n');
  const marked = lines.every((line) => line.startsWith(mark));
  const next = lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n');
  const first = marked ? -mark.length : mark.length;
  return {
    text: text.slice(0, from) + next + text.slice(to),
    start: Math.max(from, start + first),
    end: Math.max(from, end + next.length - (to - from)),
  };
}

/** A link of the selection, with its address chosen to be typed over. */
function link({ text, start, end }: Edit): Edit {
  const chosen = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(chosen)) {
    return { text: `${text.slice(0, start)}[](${chosen})${text.slice(end)}`, start: start + 1, end: start + 1 };
  }
  const address = start + chosen.length + 3;
  return { text: `${text.slice(0, start)}[${chosen}](https://)${text.slice(end)}`, start: address, end: address + 'https://'.length };
}

/** A block of code of several lines, and within a line the marks of code. */
function code(edit: Edit): Edit {
  const { text, start, end } = edit;
  const chosen = text.slice(start, end);
  if (!chosen.includes('\n')) return wrap(edit, '`');
  const next = `\`\`\`\n${chosen.replace(/\n$/, '')}\n\`\`\``;
  return { text: text.slice(0, start) + next + text.slice(end), start: start + 4, end: start + next.length - 4 };
}

/** What a button of the toolbar makes of the text. */
export function applyTool(tool: Tool, edit: Edit): Edit {
  switch (tool) {
    case 'bold':
    case 'italic':
      return wrap(edit, WRAPS[tool]);
    case 'heading':
      return prefix(edit, '## ');
    case 'list':
      return prefix(edit, '- ');
    case 'link':
      return link(edit);
    case 'code':
      return code(edit);
  }
}

/** The tool that a key with Ctrl stands for. */
export const TOOL_KEYS: Readonly<Record<string, Tool>> = { b: 'bold', i: 'italic', k: 'link' };
