import { vi } from 'vitest';

// What the editor of formatted text asks a browser for, and jsdom lacks because it draws nothing.
const box = { x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) };
const boxes = () => [box] as unknown as DOMRectList;

/** Lets the editor run without a drawn page. */
export function standInForDrawing(): void {
  for (const part of [Range, Element, Text]) {
    Object.assign(part.prototype, { getClientRects: boxes });
    if (part === Range) Object.assign(part.prototype, { getBoundingClientRect: () => box });
  }
  vi.stubGlobal('ClipboardEvent', class extends Event {});
  Object.assign(Document.prototype, { elementFromPoint: () => null });
  Object.defineProperty(HTMLElement.prototype, 'isContentEditable', {
    configurable: true,
    get(this: HTMLElement) {
      return this.closest('[contenteditable="true"]') !== null;
    },
  });
}

/** Puts something on the clipboard and into the field. */
export function clipboardOf(parts: Record<string, string>, files: readonly File[] = []): { clipboardData: object } {
  return { clipboardData: { files, types: Object.keys(parts), items: [], getData: (type: string) => parts[type] ?? '' } };
}
