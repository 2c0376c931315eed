import { toLists } from './wordLists';

const UNSEEN = 'script,style,title,meta,link,template,noscript,object,embed,svg,math,img,picture,video,audio,iframe,input,select,textarea,button';
/** Paragraphs of Word, and those of pages that say so, follow each other without room between. */
const TIGHT = /mso|;\s*margin(?:-bottom)?:\s*0/i;

const isTight = (paragraph: Element): boolean => TIGHT.test(`${paragraph.className};${paragraph.getAttribute('style') ?? ''}`);

function emptyLine(near: Element): Element {
  return near.ownerDocument.createElement('p');
}

/** Lines that a page divides by breaks become paragraphs, of which each can be formatted alone. */
function splitAtBreaks(paragraph: Element): void {
  const breaks = [...paragraph.children].filter((child) => child.tagName === 'BR');
  for (const at of breaks) {
    const before = emptyLine(paragraph);
    while (paragraph.firstChild !== null && paragraph.firstChild !== at) before.append(paragraph.firstChild);
    at.remove();
    paragraph.before(before);
  }
  // A break at the end is none.
  if (breaks.length > 0 && paragraph.childNodes.length === 0) paragraph.remove();
}

/** Cells of a row stand side by side. */
function toRows(table: Element): void {
  for (const cell of table.querySelectorAll('td + td, td + th, th + th, th + td')) cell.prepend(' ');
  for (const row of table.querySelectorAll('tr')) {
    for (const block of row.querySelectorAll('p,div')) block.replaceWith(...block.childNodes, ' ');
    const line = emptyLine(row);
    line.append(...row.childNodes);
    for (const cell of line.querySelectorAll('td,th')) cell.replaceWith(...cell.childNodes);
    row.replaceWith(line);
  }
}

/**
 * HTML from elsewhere, made ready for the editor's schema, which leaves out what it does not know: what
 * Word, tables and pages express by styles would otherwise be lost or run together.
 */
export function cleanBody(body: HTMLElement): HTMLElement {
  for (const element of body.querySelectorAll(UNSEEN)) element.remove();
  toLists(body);
  for (const paragraph of body.querySelectorAll('p')) {
    const next = paragraph.nextElementSibling;
    const apart = next?.tagName === 'P' && paragraph.closest('li') === null && !isTight(paragraph);
    if (apart && next.textContent.trim() !== '' && paragraph.textContent.trim() !== '') paragraph.after(emptyLine(paragraph));
  }
  // Tables that hold pages, such as those of newsletters, are no rows.
  for (const table of body.querySelectorAll('table')) if (table.querySelector('table,ul,ol') === null) toRows(table);
  for (const paragraph of body.querySelectorAll('p,div')) {
    if (paragraph.closest('li') === null && paragraph.querySelector('p,div,ul,ol,blockquote,pre,table') === null) splitAtBreaks(paragraph);
  }
  const texts = body.ownerDocument.createTreeWalker(body, 4);
  while (texts.nextNode() !== null) {
    const text = texts.currentNode as Text;
    if (text.data.includes('\u00a0')) text.data = text.data.replaceAll('\u00a0', ' ');
  }
  return body;
}
