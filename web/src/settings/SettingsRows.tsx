import { Fragment, type ReactNode } from 'react';
import classes from '../ui/settingsList.module.css';

interface Props<T> {
  items: readonly T[];
  /** Where their order means something. */
  ordered?: boolean;
  label?: string;
  children: (item: T, at: number) => ReactNode;
}

/** The rows of a section, each a list item. */
export function SettingsRows<T extends { id: number | string }>({ items, ordered = false, label, children }: Props<T>) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={classes['rows']} aria-label={label}>
      {items.map((item, at) => (
        <Fragment key={item.id}>{children(item, at)}</Fragment>
      ))}
    </List>
  );
}
