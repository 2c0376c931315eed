import type { Mark, Node } from '@tiptap/pm/model';
import { shownAddress } from './address';
import { escapeAttribute, escapeText, htmlOfText } from './html';

/** A text as it is kept and sent. */
export interface RichText {
  /** Without any formatting, as channels and lists show it that have none. */
  text: string;
  /** The editor's HTML; null where nothing is formatted, so that the text says all. */
  html: string | null;
}

const TAGS: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' };
const PLAIN = ['doc', 'paragraph', 'text', 'hardBreak'];

const hrefOf = (mark: Mark): string => String(mark.attrs['href'] ?? '');

/** An address that leads to itself: mail programs make that link by themselves. */
function isBareLink(mark: Mark, text: string): boolean {
  const plain = (address: string) => address.replace(/\/$/, '').toLowerCase();
  return mark.type.name === 'link' && [hrefOf(mark), shownAddress(hrefOf(mark))].map(plain).includes(plain(text));
}

/** Whether there is more in it than lines of text. */
export function isFormatted(doc: Node): boolean {
  let formatted = false;
  doc.descendants((node) => {
    formatted ||= !PLAIN.includes(node.type.name) || node.marks.some((mark) => !isBareLink(mark, node.text ?? ''));
    return !formatted;
  });
  return formatted;
}

function children(node: Node): Node[] {
  return Array.from({ length: node.childCount }, (_, at) => node.child(at));
}

function inlineHtml(node: Node): string {
  if (node.type.name === 'hardBreak') return '<br>';
  return node.marks.reduceRight((inner, mark) => {
    const tag = TAGS[mark.type.name];
    if (tag !== undefined) return `<${tag}>${inner}</${tag}>`;
    return mark.type.name === 'link' ? `<a href="${escapeAttribute(hrefOf(mark))}">${inner}</a>` : inner;
  }, htmlOfText(node.text ?? ''));
}

function blockHtml(node: Node): string {
  const within = (write: (child: Node) => string) => children(node).map(write).join('');
  switch (node.type.name) {
    case 'paragraph':
      return `<p>${within(inlineHtml)}</p>`;
    case 'bulletList':
      return `<ul>${within(blockHtml)}</ul>`;
    case 'orderedList':
      return `<ol${node.attrs['start'] === 1 ? '' : ` start="${Number(node.attrs['start'])}"`}>${within(blockHtml)}</ol>`;
    case 'listItem':
      return `<li>${within(blockHtml)}</li>`;
    case 'blockquote':
      return `<blockquote>${within(blockHtml)}</blockquote>`;
    case 'codeBlock':
      return `<pre><code>${escapeText(node.textContent)}</code></pre>`;
    default:
      return within(blockHtml);
  }
}

function inlineText(node: Node): string {
  return children(node)
    .map((child) => {
      if (child.type.name === 'hardBreak') return '\n';
      const link = child.marks.find((mark) => mark.type.name === 'link');
      const text = child.text ?? '';
      return link === undefined || isBareLink(link, text) ? text : `${text} (${shownAddress(hrefOf(link))})`;
    })
    .join('');
}

/** A sign before the first line, and as much room before the others. */
function listed(sign: string, text: string): string {
  return sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`);
}

function blockText(node: Node): string {
  const blocks = () => children(node).map(blockText);
  switch (node.type.name) {
    case 'paragraph':
      return inlineText(node);
    case 'codeBlock':
      return node.textContent;
    case 'bulletList':
      return blocks().map((text) => listed('- ', text)).join('\n');
    case 'orderedList':
      return blocks().map((text, at) => listed(`${Number(node.attrs['start']) + at}. `, text)).join('\n');
    case 'blockquote':
      return blocks().join('\n').replace(/^/gm, '> ');
    default:
      return blocks().join('\n');
  }
}

/** Text of a part of a document, such as what is copied. */
export const textOf = (nodes: readonly Node[]): string => nodes.map((node) => (node.isText ? (node.text ?? '') : blockText(node))).join('\n');

/** What is kept of a document. */
export function serialize(doc: Node): RichText {
  if (!isFormatted(doc)) return { text: blockText(doc), html: null };
  // A list without words is nothing to send.
  return doc.textContent.trim() === '' ? { text: '', html: null } : { text: blockText(doc), html: blockHtml(doc) };
}
