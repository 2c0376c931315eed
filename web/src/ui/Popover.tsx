import type { Popover as LibraryPopover, PopoverProps } from '@mantine/core';
import { useId, useState, type ComponentProps, type ComponentType, type ReactElement, type ReactNode, type RefCallback } from 'react';
import { floatingNow, loadFloating } from './floating';
import type * as Windows from './FloatingWindows';
import { lazyPart } from './lazyPart';
import { SilentBoundary } from './SilentBoundary';

const LateWindow = lazyPart(async () => (await loadFloating()).PopoverWindow);

type Props = Omit<PopoverProps, 'opened' | 'children' | 'id'> & {
  opened: boolean;
  /** The button it stands beside; it takes these and says itself whether it is open. */
  target: (button: { id: string; ref: RefCallback<HTMLElement> }) => ReactElement;
  dropdownProps?: Omit<ComponentProps<typeof LibraryPopover.Dropdown>, 'children'>;
  children: ReactNode;
};

/** The library's bubble beside a button, whose code is loaded when one first opens. */
export function Popover({ target, dropdownProps = {}, children, opened, ...rest }: Props) {
  const id = useId();
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [Window, setWindow] = useState<ComponentType<ComponentProps<typeof Windows.PopoverWindow>> | null>(null);
  // Counts the openings: code that could not be had for one is asked for again at the next.
  const [turn, setTurn] = useState(0);
  const [was, setWas] = useState(false);
  if (opened && Window === null) setWindow(() => floatingNow()?.PopoverWindow ?? LateWindow);
  if (opened !== was) {
    setWas(opened);
    if (opened) setTurn(turn + 1);
  }
  return (
    <>
      {target({ id, ref: setAt })}
      {Window === null || at === null ? null : (
        <SilentBoundary turn={turn} onFail={() => rest.onChange?.(false)}>
          <Window {...rest} id={id} at={at} opened={opened} dropdown={children} dropdownProps={dropdownProps} />
        </SilentBoundary>
      )}
    </>
  );
}
