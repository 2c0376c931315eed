import type { TooltipProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
} from 'react';
import { floatingNow, loadFloating } from './floating';
import type * as Windows from './FloatingWindows';
import { SilentBoundary } from './SilentBoundary';

/** As long as the pointer rests before a hint shows. */
const REST_MS = 400;

type Whole = ComponentProps<'button'>;

/** What stands around the hint, such as a menu, hands its own on to the child. */
interface Props extends Pick<TooltipProps, 'label' | 'position' | 'disabled'>, Omit<Whole, 'children' | 'disabled'> {
  children: ReactElement;
}

/** The library's hint at what the pointer rests on, whose code is loaded with the first one. */
export function Tooltip({ label, position, disabled = false, children, ref, onClick, ...rest }: Props) {
  const child = children as ReactElement<Whole & { ref?: Ref<HTMLElement> }>;
  const at = useRef<HTMLElement>(null);
  const merged = useMergedRef<HTMLElement>(at, child.props.ref, ref);
  const waiting = useRef(0);
  const rests = useRef(false);
  const [shown, setShown] = useState(false);
  const [Window, setWindow] = useState<ComponentType<ComponentProps<typeof Windows.HintWindow>> | null>(null);
  useEffect(() => () => window.clearTimeout(waiting.current), []);

  function come(event: PointerEvent<HTMLButtonElement>): void {
    child.props.onPointerEnter?.(event);
    // A finger does not rest on things; what it taps acts.
    if (disabled || event.pointerType === 'touch') return;
    rests.current = true;
    // Nobody asked for a hint: without its code there is none, until the pointer comes again.
    const coming = loadFloating().catch(() => null);
    window.clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => {
      const here = floatingNow();
      if (here === null) void coming.then(show);
      else show(here);
    }, REST_MS);
  }

  function show(windows: typeof Windows | null): void {
    if (windows === null || !rests.current) return;
    setWindow(() => windows.HintWindow);
    setShown(true);
  }

  function go(): void {
    rests.current = false;
    window.clearTimeout(waiting.current);
    setShown(false);
  }

  return (
    <>
      {cloneElement(child, {
        ...rest,
        ref: merged as Ref<HTMLButtonElement>,
        onPointerEnter: come,
        onPointerLeave: (event) => {
          child.props.onPointerLeave?.(event);
          go();
        },
        onPointerDown: (event) => {
          child.props.onPointerDown?.(event);
          go();
        },
        ...(onClick === undefined
          ? {}
          : {
              onClick: (event: MouseEvent<HTMLButtonElement>) => {
                child.props.onClick?.(event);
                onClick(event);
              },
            }),
      })}
      {Window === null ? null : (
        <SilentBoundary>
          <Window target={at} label={label} opened={shown && !disabled} {...(position === undefined ? {} : { position })} />
        </SilentBoundary>
      )}
    </>
  );
}
