import { Menu, Popover, Tooltip, type MenuProps, type PopoverProps, type TooltipProps } from '@mantine/core';
import { useEffect, useImperativeHandle, useState, type ReactElement, type ReactNode, type Ref } from 'react';

export const MenuItem = Menu.Item;
export const MenuLabel = Menu.Label;
export const MenuDivider = Menu.Divider;
export const MenuCheckboxItem = Menu.CheckboxItem;
export const MenuRadioGroup = Menu.RadioGroup;
export const MenuRadioItem = Menu.RadioItem;

/** Stands for a button that is already on screen, so that opening does not draw it anew. */
function Standing({ at, ref }: { at: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => at, [at]);
  return null;
}

/** Open one moment after it is drawn: what opens remembers where the focus was, and fades in. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let gone = false;
    queueMicrotask(() => {
      if (!gone) setDrawn(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  return drawn;
}

interface MenuWindowProps extends Omit<MenuProps, 'children'> {
  at: HTMLElement;
  dropdown: ReactNode;
  dropdownProps: object;
}

/** After the library has looked for something to focus. */
const LOOKED_MS = 50;

export function MenuWindow({ at, opened = false, dropdown, dropdownProps, id, ...rest }: MenuWindowProps): ReactElement {
  const drawn = useDrawn();
  // A menu whose first item is disabled would leave the focus outside, and the keys with it.
  useEffect(() => {
    if (!opened || !drawn || id === undefined) return undefined;
    const timer = setTimeout(() => {
      const menu = document.getElementById(`${id}-dropdown`);
      if (menu !== null && !menu.contains(document.activeElement)) menu.focus({ preventScroll: true });
    }, LOOKED_MS);
    return () => clearTimeout(timer);
  }, [opened, drawn, id]);
  return (
    // What the library puts before the first item is focusable and no item, which a menu must not hold.
    <Menu withInitialFocusPlaceholder={false} {...rest} {...(id === undefined ? {} : { id })} opened={opened && drawn}>
      <Menu.Target>
        <Standing at={at} />
      </Menu.Target>
      <Menu.Dropdown {...dropdownProps}>{dropdown}</Menu.Dropdown>
    </Menu>
  );
}

interface PopoverWindowProps extends Omit<PopoverProps, 'children'> {
  at: HTMLElement;
  dropdown: ReactNode;
  dropdownProps: object;
}

export function PopoverWindow({ at, opened = false, dropdown, dropdownProps, ...rest }: PopoverWindowProps): ReactElement {
  const drawn = useDrawn();
  return (
    <Popover {...rest} opened={opened && drawn}>
      <Popover.Target>
        <Standing at={at} />
      </Popover.Target>
      <Popover.Dropdown {...dropdownProps}>{dropdown}</Popover.Dropdown>
    </Popover>
  );
}

export function HintWindow(props: Omit<TooltipProps, 'children'>): ReactElement {
  return <Tooltip {...props} />;
}
