import type { Menu as LibraryMenu, MenuProps } from '@mantine/core';
import {
  Children,
  cloneElement,
  createElement,
  isValidElement,
  useId,
  useState,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { floatingNow, loadFloating } from './floating';
import type * as Windows from './FloatingWindows';
import { lazyPart } from './lazyPart';
import { SilentBoundary } from './SilentBoundary';

const LateWindow = lazyPart(async () => (await loadFloating()).MenuWindow);

type PartName = 'MenuItem' | 'MenuLabel' | 'MenuDivider' | 'MenuCheckboxItem' | 'MenuRadioGroup' | 'MenuRadioItem';

/** Parts of a menu are drawn inside its window only, which comes with their code. */
function part<Name extends PartName>(name: Name): (typeof Windows)[Name] {
  const Part = (props: object) => {
    const windows = floatingNow();
    return windows === null ? null : createElement(windows[name] as ComponentType<object>, props);
  };
  return Part as unknown as (typeof Windows)[Name];
}

interface TargetProps {
  children: ReactElement<ComponentProps<'button'>>;
}

function Target({ children }: TargetProps): ReactNode {
  return children;
}

type DropdownProps = ComponentProps<typeof LibraryMenu.Dropdown>;

function Dropdown({ children }: DropdownProps): ReactNode {
  return children;
}

type Props = Omit<MenuProps, 'opened' | 'defaultOpened' | 'onChange' | 'id' | 'children'> & { children: ReactNode };

/**
 * The library's menu, whose code is loaded when a menu is first opened. The button is drawn as it
 * is, and keeps its place and the focus while the rest comes.
 */
function LateMenu({ children, ...rest }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  // Counts the openings: code that could not be had for one is asked for again at the next.
  const [turn, setTurn] = useState(0);
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [Window, setWindow] = useState<ComponentType<ComponentProps<typeof Windows.MenuWindow>> | null>(null);
  let target: ReactElement<TargetProps> | undefined;
  let dropdown: ReactElement<DropdownProps> | undefined;
  Children.forEach(children, (child) => {
    if (isValidElement<TargetProps>(child) && child.type === Target) target = child;
    if (isValidElement<DropdownProps>(child) && child.type === Dropdown) dropdown = child;
  });
  if (target === undefined || dropdown === undefined) throw new Error('A menu has a target and a dropdown.');
  const button = target.props.children;
  const { children: items, ...dropdownProps } = dropdown.props;
  const fail = () => {
    setOpened(false);
    rest.onClose?.();
  };
  return (
    <>
      {cloneElement(button, {
        id,
        ref: setAt,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: (event: MouseEvent<HTMLButtonElement>) => {
          button.props.onClick?.(event);
          setWindow((now: typeof Window) => now ?? floatingNow()?.MenuWindow ?? LateWindow);
          setOpened(!opened);
          if (opened) rest.onClose?.();
          else setTurn(turn + 1);
        },
        ...({ 'data-expanded': opened || undefined } as object),
      })}
      {Window === null || at === null ? null : (
        <SilentBoundary turn={turn} onFail={fail}>
          <Window {...rest} id={id} at={at} opened={opened} onChange={setOpened} dropdown={items} dropdownProps={dropdownProps} />
        </SilentBoundary>
      )}
    </>
  );
}

export const Menu = Object.assign(LateMenu, {
  Target,
  Dropdown,
  Item: part('MenuItem'),
  Label: part('MenuLabel'),
  Divider: part('MenuDivider'),
  CheckboxItem: part('MenuCheckboxItem'),
  RadioGroup: part('MenuRadioGroup'),
  RadioItem: part('MenuRadioItem'),
});
