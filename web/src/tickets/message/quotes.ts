/** Letters of the text before an element, and after it. */
function around(element: Element, body: HTMLElement): { before: number; after: number } {
  const range = body.ownerDocument.createRange();
  range.setStart(body, 0);
  range.setEndBefore(element);
  const before = range.toString().trim().length;
  range.setStartAfter(element);
  range.setEnd(body, body.childNodes.length);
  return { before, after: range.toString().trim().length };
}

/** The earlier mail below the answer: the quotation that a page ends with, if it holds more than that. */
export function quotedTail(body: HTMLElement): HTMLElement | null {
  const outer = [...body.querySelectorAll('blockquote')].filter((quote) => quote.parentElement?.closest('blockquote') == null);
  const last = outer.at(-1);
  if (last === undefined) return null;
  const { before, after } = around(last, body);
  return before > 0 && after === 0 ? last : null;
}

/** Whether a page wants pictures from elsewhere. */
export function wantsPictures(html: string): boolean {
  return /<img[^>]+src\s*=\s*["']?(?:https?:)?\/\//i.test(html);
}
