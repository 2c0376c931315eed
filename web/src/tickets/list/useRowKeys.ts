import { useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useScope } from '../../actions/live';
import type { Ticket } from '../../api/types';
import { useView } from '../../ui/useView';
import { addressNow } from '../address';
import { isNamed } from '../model';
import { choose, useSelection } from './selection';
import { aimAlong } from './useAim';

/** Rows are moved through, opened and chosen by the actions; the focus goes along with them. */
export function useRowKeys(rows: readonly Ticket[], selected: string | undefined) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const view = useView();
  const [cursor, setCursor] = useState<number | null>(null);
  const [moves, setMoves] = useState(0);
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
  // Where a row leaves the list, resolved for example, the keys go on from the one that takes its place.
  const [lastAt, setLastAt] = useState(-1);
  if (at !== -1 && at !== lastAt) setLastAt(at);
  if (at === -1 && cursor !== null && rows.length > 0) setCursor(rows[Math.min(Math.max(lastAt, 0), rows.length - 1)]?.id ?? null);

  function move(step: number): number {
    const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
    const target = rows[next];
    if (target !== undefined) {
      setCursor(target.id);
      setKeyed(true);
      setMoves((now) => now + 1);
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
  return {
    /** How often the keys have moved: each time the row comes into view and takes the focus. */
    moves,
    at,
    cursor,
    focused: keyed ? cursor : null,
    /** What the element around the rows listens to. */
    listeners: {
      onPointerDown: () => setKeyed(false),
      /** The keys go on from where Tab has led. */
      onFocus: ({ target }: FocusEvent) => {
        const id = Number(target.closest('[data-ticket]')?.getAttribute('data-ticket') ?? 0);
        if (id === 0) return;
        setCursor(id);
        if (target.matches(':focus-visible')) setKeyed(true);
      },
    },
  };
}

/** After each move the row comes into view, and takes the focus. */
export function useReveal({ moves, at, cursor }: Pick<ReturnType<typeof useRowKeys>, 'moves' | 'at' | 'cursor'>, place: RefObject<HTMLElement | null>, reveal: (at: number) => void): void {
  const show = useEffectEvent(() => {
    reveal(at);
    place.current?.querySelector<HTMLElement>(`[data-ticket="${cursor}"] a`)?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (moves > 0) show();
  }, [moves]);
}
