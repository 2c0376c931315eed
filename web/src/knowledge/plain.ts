/** An article as plain text, which every channel can show. */

const BLOCKS = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'BLOCKQUOTE', 'UL', 'OL', 'TABLE', 'DL']);
const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE']);

/** The words of a line, with the address of a link behind its words. */
function inline(node: Node, base: string): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof Element) || SILENT.has(node.tagName)) return '';
  if (node.tagName === 'BR') return '\n';
  const words = [...node.childNodes].map((child) => inline(child, base)).join('');
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : '';
  if (href === '' || href.startsWith('#')) return words;
  const address = href.startsWith('/') ? base + href : href.replace(/^(mailto|tel):/, '');
  return words.trim() === address ? address : `${words} (${address})`;
}

function item(node: Element, mark: string, base: string, depth: number): string {
  const inner = [...node.childNodes].filter((child) => !(child instanceof Element && /^[UO]L$/.test(child.tagName)));
  const nested = [...node.children].filter(({ tagName }) => /^[UO]L$/.test(tagName)).map((child) => list(child, base, depth + 1));
  const line = `${'  '.repeat(depth)}${mark} ${inner.map((child) => inline(child, base)).join('').trim()}`;
  return [line, ...nested].join('\n');
}

function list(node: Element, base: string, depth = 0): string {
  const first = Number(node.getAttribute('start') ?? '1');
  return [...node.children].map((child, at) => item(child, node.tagName === 'OL' ? `${first + at}.` : '-', base, depth)).join('\n');
}

function block(node: Element, base: string): string {
  switch (node.tagName) {
    case 'UL':
    case 'OL':
      return list(node, base);
    case 'PRE':
      return node.textContent.trimEnd();
    case 'TABLE':
      return [...node.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => inline(cell, base).trim()).join(' | ')).join('\n');
    case 'BLOCKQUOTE':
      return blocks(node, base).map((text) => text.replace(/^/gm, '> ')).join('\n>\n');
    default:
      return inline(node, base).trim();
  }
}

/** Its paragraphs, lists and tables, each as one text. */
function blocks(node: Element, base: string): string[] {
  return [...node.childNodes]
    .map((child) => {
      if (child instanceof Element && BLOCKS.has(child.tagName)) return block(child, base);
      if (child instanceof Element && child.tagName === 'DIV') return blocks(child, base).join('\n\n');
      return inline(child, base).trim();
    })
    .filter((text) => text !== '');
}

/** `base` stands before addresses of this desk. */
export function plainText(html: string, base: string): string {
  return blocks(new DOMParser().parseFromString(html, 'text/html').body, base).join('\n\n');
}
