import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { isComposing, isEnter } from '../../../ui/enter';
import { cleanBody } from './clean';
import { takePasted, type PasteTarget } from './paste';
import { bodyOf, sliceOfLines } from './parse';
import { textOf } from './serialize';

/** What the field around the editor does with its events. */
export interface RichTarget extends PasteTarget {
  /** Whether an open list took the key. */
  takesKey: (event: KeyboardEvent) => boolean;
  onSend: () => void;
  onEscape: () => void;
  /** Somebody wants to add a link, or change the one at the caret. */
  onLink: () => void;
  /** The keys go to the toolbar. */
  onTools: () => void;
}

const isMod = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

/** Hands the editor's events on to a field that is drawn anew with every word. */
export class EventRelay {
  private target: RichTarget | null = null;

  direct(target: RichTarget): void {
    this.target = target;
  }

  /** Whether the editor leaves a key alone. */
  private takesKey(event: KeyboardEvent): boolean {
    const { target } = this;
    if (target === null || isComposing(event)) return false;
    if (target.takesKey(event)) return true;
    const act = (run: () => void) => {
      event.preventDefault();
      run();
      return true;
    };
    if (event.key === 'Escape') return act(target.onEscape);
    if (event.altKey && event.key === 'F10') return act(target.onTools);
    if (isMod(event) && event.shiftKey && event.code === 'KeyK') return act(target.onLink);
    if (!isEnter(event)) return false;
    if (isMod(event) && !event.shiftKey && !event.altKey) return act(target.onSend);
    // With these an Enter belongs to the desk, and the editor would keep it.
    return isMod(event) || event.altKey;
  }

  private takesPasted(view: EditorView, event: Event, data: DataTransfer | null): boolean {
    if (this.target === null || !takePasted(view, data, this.target)) return false;
    event.preventDefault();
    return true;
  }

  readonly props: EditorProps = {
    handleDOMEvents: {
      keydown: (_, event) => this.takesKey(event),
      // Before the editor reads what is pasted, which may be megabytes.
      paste: (view, event) => this.takesPasted(view, event, event.clipboardData),
      drop: (view, event) => (event.dataTransfer?.files.length ?? 0) === 0 && this.takesPasted(view, event, event.dataTransfer),
    },
    // What was copied here is whole already.
    transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : cleanBody(bodyOf(html)).innerHTML),
    clipboardTextParser: (text, _context, _plain, view) => sliceOfLines(text, view.state.schema),
    clipboardTextSerializer: ({ content }) => textOf(content.content),
  };
}
