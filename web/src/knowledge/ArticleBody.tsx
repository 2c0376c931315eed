import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './article.module.css';

/** What a body may draw. Everything else gives its words alone, and what holds no words for readers gives nothing. */
const DRAWN = new Set([
  'p', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'del', 's', 'code', 'blockquote', 'hr', 'br', 'thead', 'tbody', 'tr', 'th', 'td', 'sup', 'sub', 'kbd', 'dl', 'dt', 'dd',
]);
const SILENT = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'title']);
/** The page has the first heading, so that those of the body begin below it. */
const HEADINGS: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' };

/** The id that a heading has on the page, where others have ids as well. */
export const anchorId = (id: string): string => `article-${id}`;

interface Look {
  /** Where a heading of this article has its address; null where links open in a tab of their own, as beside an editor. */
  anchorPath: ((id: string) => string) | null;
}

function linkTo(href: string, words: ReactNode, { anchorPath }: Look): ReactNode {
  if (anchorPath !== null && href.startsWith('#')) return <Link to={anchorPath(href.slice(1))}>{words}</Link>;
  if (anchorPath !== null && /^\/support\//.test(href)) return <Link to={href}>{words}</Link>;
  // The core lets no other schemes through; here they are looked at once more.
  if (!/^(https?:|mailto:|tel:|\/(?!\/))/i.test(href)) return words;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

function drawAll(node: Node, look: Look): ReactNode[] {
  return [...node.childNodes].map((child, at) => <Fragment key={at}>{draw(child, look)}</Fragment>);
}

function draw(node: Node, look: Look): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (SILENT.has(tag)) return null;
  const words = drawAll(node, look);
  const heading = HEADINGS[tag];
  if (heading !== undefined) return createElement(heading, node.id === '' ? {} : { id: anchorId(node.id), tabIndex: -1 }, ...words);
  if (tag === 'a') return linkTo(node.getAttribute('href') ?? '', words, look);
  // What is wider than the page is moved within itself, by keyboard as well.
  if (tag === 'pre') return <pre tabIndex={0}>{words}</pre>;
  if (tag === 'table') {
    return (
      <div className={classes['wide']} tabIndex={0}>
        <table>{words.filter((_, at) => node.childNodes[at] instanceof Element)}</table>
      </div>
    );
  }
  if (!DRAWN.has(tag)) return words;
  if (tag === 'hr' || tag === 'br') return createElement(tag);
  // React takes no blank text between the parts of a table.
  const parts = /^(thead|tbody|tr)$/.test(tag) ? words.filter((_, at) => node.childNodes[at] instanceof Element) : words;
  return createElement(tag, tag === 'ol' && node.hasAttribute('start') ? { start: Number(node.getAttribute('start')) } : {}, ...parts);
}

interface Props {
  /** As the core rendered and cleaned it. */
  html: string;
  language: string;
  anchorPath?: Look['anchorPath'];
}

/** The body of an article: the core's HTML, drawn element by element, so that nothing in it is ever run or styles the desk. */
export function ArticleBody({ html, language, anchorPath = null }: Props) {
  // A document that was parsed and is shown nowhere loads and runs nothing.
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html]);
  return (
    <div className={classes['body']} lang={language} dir="auto">
      {drawAll(body, { anchorPath })}
    </div>
  );
}
