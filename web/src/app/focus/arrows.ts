/** The arrow keys on a row of a list: they move as j and k do. */
import { contextNow } from '../../actions/live';

const ROW = '[data-ticket],[data-row],[data-chat],[data-contact],[data-article]';
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function watchArrows(): () => void {
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.defaultPrevented || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(event.target instanceof Element) || event.target.closest(ROW) === null) return;
    const { list, contacts, knowledge } = contextNow();
    const on = list ?? contacts ?? knowledge;
    if (on === null) return;
    event.preventDefault();
    on.move(step);
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
