import { useLocalStorage } from '@mantine/hooks';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './WidthHandle.module.css';

interface Props {
  /** Under which name the width is remembered in this browser. */
  name: string;
  label: string;
  min: number;
  max: number;
  start: number;
  onWidth: (width: number) => void;
}

const STEP = 16;

/** The edge of a pane: dragged, or moved with the arrow keys; a double click takes the first width back. */
export function WidthHandle({ name, label, min, max, start, onWidth }: Props) {
  const [width, setWidth] = useRememberedWidth(name, start);
  const grab = useRef<{ x: number; width: number } | null>(null);

  function take(next: number) {
    const kept = Math.round(Math.min(max, Math.max(min, next)));
    setWidth(kept);
    onWidth(kept);
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    grab.current = { x: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (grab.current !== null) take(grab.current.width + event.clientX - grab.current.x);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') take(width - STEP);
    if (event.key === 'ArrowRight') take(width + STEP);
  }

  return (
    <div
      className={classes['handle']}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        grab.current = null;
      }}
      onDoubleClick={() => take(start)}
      onKeyDown={onKeyDown}
    />
  );
}

export function useRememberedWidth(name: string, start: number) {
  return useLocalStorage({ key: `patchbay.width.${name}`, defaultValue: start, getInitialValueInEffect: false });
}
