/** Word writes items of a list as paragraphs that bear its name and level in their style, and the sign as text. */
const ITEM = /mso-list:\s*l\d+\s+level(\d+)/i;
const SIGN = '[style*="mso-list:Ignore" i],[style*="mso-list: Ignore" i]';

function levelOf(element: Element | null): number {
  const level = ITEM.exec(element?.getAttribute('style') ?? '')?.[1];
  return level === undefined ? 0 : Number(level);
}

interface Open {
  list: Element;
  level: number;
}

/** Puts an item into the list of its level, of which there is one at the end of `open`. */
function put(item: Element, level: number, open: Open[]): void {
  const document = item.ownerDocument;
  const sign = item.querySelector(SIGN);
  const tag = /^\W*[\da-z]{1,4}[.)]/i.test(sign?.textContent.trim() ?? '') ? 'OL' : 'UL';
  sign?.remove();
  while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
  let last = open.at(-1);
  if (last === undefined || last.level < level || last.list.tagName !== tag) {
    const list = document.createElement(tag);
    const above = last !== undefined && last.level < level ? last.list.lastElementChild : null;
    if (above === null) {
      item.before(list);
      open.length = 0;
    } else above.append(list);
    last = { list, level };
    open.push(last);
  }
  const entry = document.createElement('li');
  entry.append(...item.childNodes);
  last.list.append(entry);
  item.remove();
}

/** Makes lists of what Word pasted for some. */
export function toLists(body: HTMLElement): void {
  const open: Open[] = [];
  let expected: Element | null = null;
  for (const item of body.querySelectorAll('[style*="mso-list" i]')) {
    const level = levelOf(item);
    if (level === 0) continue;
    if (item !== expected) open.length = 0;
    expected = item.nextElementSibling;
    put(item, level, open);
  }
}
