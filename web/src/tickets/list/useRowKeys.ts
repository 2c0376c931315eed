import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useScope } from '../../actions/live';
import type { Ticket } from '../../api/types';
import { useView } from '../../ui/useView';
import { addressNow } from '../address';
import { isNamed } from '../model';
import { choose, useSelection } from './selection';
import { aimAlong } from './useAim';

/** Rows are moved through, opened and chosen by the actions. `reveal` brings the row at a place into view. */
export function useRowKeys(rows: readonly Ticket[], selected: string | undefined, reveal: (at: number, row: Ticket) => void) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const view = useView();
  const [cursor, setCursor] = useState<number | null>(null);
  // The frame around the row is for the keyboard; a click does not need it.
  const [keyed, setKeyed] = useState(false);
  /** Where choosing on and on began, and what was chosen before. */
  const from = useRef<{ id: number; before: ReadonlySet<number> } | null>(null);

  // An opened ticket becomes the place the keys go on from.
  const [lastSelected, setLastSelected] = useState<string | undefined>(undefined);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    const row = rows.find((candidate) => isNamed(candidate, selected));
    if (row !== undefined) setCursor(row.id);
  }

  const at = rows.findIndex((row) => row.id === cursor);
  const row = rows[at];
  function move(step: number): number {
    const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
    const target = rows[next];
    if (target !== undefined) {
      setCursor(target.id);
      setKeyed(true);
      reveal(next, target);
      aimAlong(rows, next, step);
    }
    return next;
  }
  function extend(step: number): void {
    from.current ??= { id: row?.id ?? rows[0]?.id ?? 0, before: useSelection.getState().chosen };
    const { id, before } = from.current;
    const start = Math.max(0, rows.findIndex((one) => one.id === id));
    const next = move(step);
    const passed = rows.slice(Math.min(start, next), Math.max(start, next) + 1);
    choose([...before, ...passed.map((one) => one.id)]);
  }
  useScope('list', {
    rows,
    row: keyed || selected === undefined ? row : undefined,
    move: (step) => {
      from.current = null;
      move(step);
    },
    extend,
    open: () => row !== undefined && void navigate(view(`${addressNow(row)}${search}`)),
  });
  return { focused: keyed ? cursor : null, letGo: () => setKeyed(false) };
}
