import type { EditorView } from '@tiptap/pm/view';
import { LINES_MAX, linesOf } from './fits';
import { bodyOf } from './parse';

/** More HTML than this is pasted as text: cleaning it would hold the page up. */
export const HTML_MAX = 200_000;
/** Characters where the channel names no limit. */
const TEXT_MAX = 200_000;

export type Refusal = { kind: 'characters'; over: number; max: number } | { kind: 'lines'; max: number };

/** Why a text cannot be added to what is there. */
function refusalOf(text: string, { state }: EditorView, max: number | null): Refusal | null {
  const limit = max ?? TEXT_MAX;
  const lines = state.doc.childCount;
  const over = state.doc.textContent.length + lines - 1 + text.length - limit;
  if (over > 0) return { kind: 'characters', over, max: limit };
  return lines + linesOf(text) > LINES_MAX ? { kind: 'lines', max: LINES_MAX } : null;
}

/** Whether cleaning and drawing it would hold the page up. */
function isMuch(html: string): boolean {
  return html.length > HTML_MAX || (html.match(/<(?:p|div|br|li|tr|h\d)\b/gi)?.length ?? 0) > LINES_MAX;
}

/** The text of HTML of any size. */
function textOfAny(html: string): string {
  const body = bodyOf(html.replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '$&\n'));
  for (const silent of body.querySelectorAll('script,style')) silent.remove();
  const lines = body.textContent.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** What the field around the editor does with what is pasted. */
export interface PasteTarget {
  /** The most characters that the channel takes. */
  max: number | null;
  onFiles: (files: readonly File[]) => void;
  onRefused: (refusal: Refusal) => void;
}

/** Takes what is pasted or dropped where the editor itself would not; gives whether it did. */
export function takePasted(view: EditorView, data: DataTransfer | null, target: PasteTarget): boolean {
  if (data === null) return false;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const files = [...data.files];
  // Office programs add a picture of the text that was copied.
  if (files.length > 0 && (html === '' || text.trim() === '')) {
    target.onFiles(files);
    return true;
  }
  if (html !== '' && !isMuch(html)) return false;
  const plain = text === '' ? textOfAny(html) : text;
  const refusal = refusalOf(plain, view, target.max);
  if (refusal !== null) {
    target.onRefused(refusal);
    return true;
  }
  if (html === '') return false;
  view.pasteText(plain);
  return true;
}
