import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

/** Which cell of the grid has the tab stop. Row 0 is the header. */
export interface GridPlace {
  row: number;
  column: number;
}

interface GridColumns {
  /** The first ones, whose header has no control. */
  bare: number;
  all: number;
}

interface GridFocus {
  grid: RefObject<HTMLTableElement | null>;
  at: GridPlace;
  onFocus: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What a control in a cell says of its place. */
function placeOf(control: EventTarget): GridPlace | null {
  if (!(control instanceof HTMLElement)) return null;
  const column = control.dataset['column'];
  const row = control.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return column === undefined || row === undefined ? null : { row: Number(row), column: Number(column) };
}

/** Within a text the arrows move the caret, until it is at the edge that they point to. */
function movesCaret(control: EventTarget, key: string): boolean {
  if (!(control instanceof HTMLInputElement)) return false;
  const { selectionStart: start, selectionEnd: end, value } = control;
  if (key === 'ArrowLeft' || key === 'Home') return start !== 0 || end !== 0;
  return (key === 'ArrowRight' || key === 'End') && (start !== value.length || end !== value.length);
}

function target({ row, column }: GridPlace, key: string, rows: number, columns: number): GridPlace | null {
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(rows, row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(columns - 1, column + 1) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columns - 1 };
    default:
      return null;
  }
}

/** Roving tab stop of a grid with so many rows below its header: Tab comes to one cell, arrows, Home and End go to the others. */
export function useGridFocus(rows: number, { bare, all: columns }: GridColumns): GridFocus {
  const grid = useRef<HTMLTableElement>(null);
  const [last, setLast] = useState<GridPlace>({ row: 1, column: 0 });
  const onFocus = useCallback((event: FocusEvent) => {
    const place = placeOf(event.target);
    if (place !== null) setLast(place);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    // With Alt an arrow opens the list of levels.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = placeOf(event.target);
    const to = from === null || movesCaret(event.target, event.key) ? null : target(from, event.key, rows, columns);
    if (to === null) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-row="${to.row}"] [data-column="${to.column}"]`)?.focus();
  }

  // A page with fewer rows, or a skill less, keeps a tab stop all the same.
  const column = Math.min(last.column, columns - 1);
  const at = { row: column < bare ? Math.max(1, Math.min(last.row, rows)) : Math.min(last.row, rows), column };
  return { grid, at, onFocus, onKeyDown };
}
