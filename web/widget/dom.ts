/** Makes the widget's elements; nothing is parsed, so that every content policy allows it. */

const SVG = 'http://www.w3.org/2000/svg';

export const PATHS = {
  chat: 'M4 20l1.3-3.9A8 7.5 0 1 1 8.6 19zM8.5 12v.01M12 12v.01M15.5 12v.01',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

/** An icon of 24 units in strokes, for the eye only. */
export function icon(path: string, size: number): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  const attributes = { viewBox: '0 0 24 24', width: `${size}`, height: `${size}`, 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  svg.append(line);
  return svg;
}

/** An element with a class, attributes and what is in it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A button that does something; `label` names it where it shows no words. */
export function button(name: string, act: () => void, label: string | null, ...children: (Node | string)[]): HTMLButtonElement {
  const made = make('button', name, { type: 'button', ...(label === null ? {} : { 'aria-label': label }) }, ...children);
  made.addEventListener('click', act);
  return made;
}
