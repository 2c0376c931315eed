import type { ReactNode } from 'react';
import classes from './supervisory.module.css';

export interface Column<T> {
  key: string;
  label: string;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** The header is for readers of the page only. */
  unseen?: boolean;
  cell: (row: T) => ReactNode;
}

interface Props<T> {
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => number;
}

/** A table whose rows become blocks on a narrow screen. The roles stand there because browsers drop them with the table's layout. */
export function BoardTable<T>({ caption, columns, rows, keyOf }: Props<T>) {
  return (
    <table className={classes['table']} role="table">
      <caption className="pb-unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, numeric, unseen }) => (
            <th key={key} scope="col" role="columnheader" data-numeric={numeric}>
              <span className={unseen === true ? 'pb-unseen' : undefined}>{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ key, label, numeric, unseen, cell }, at) =>
              at === 0 ? (
                <th key={key} scope="row" role="rowheader">
                  {cell(row)}
                </th>
              ) : (
                <td key={key} role="cell" data-numeric={numeric} data-label={unseen === true ? undefined : label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
