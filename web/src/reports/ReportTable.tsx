import type { ReactNode } from 'react';
import classes from './reports.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  /** Numbers stand at the right. */
  numeric?: boolean;
  /** What people wrote, which may break anywhere. */
  isFree?: boolean;
  cell: (row: Row) => ReactNode;
  /** What stands below the column where there are sums. */
  sum?: ReactNode;
}

interface Props<Row> {
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  /** Has so many columns that its rows become blocks on a screen of middling width already. */
  isWide?: boolean;
}

/** A table whose rows become blocks on a narrow screen. The roles stand there because browsers drop them with the table's layout. */
export function ReportTable<Row>({ caption, columns, rows, keyOf, isWide = false }: Props<Row>) {
  const line = (cell: (column: Column<Row>) => ReactNode) =>
    columns.map((column, at) =>
      at === 0 ? (
        <th key={column.key} scope="row" role="rowheader">
          {cell(column)}
        </th>
      ) : (
        <td key={column.key} role="cell" data-numeric={column.numeric} data-free={column.isFree} data-label={column.label}>
          {cell(column)}
        </td>
      ),
    );
  return (
    <table className={classes['table']} role="table" data-wide={isWide || undefined}>
      <caption className="pb-unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, numeric }) => (
            <th key={key} scope="col" role="columnheader" data-numeric={numeric}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {line(({ cell }) => cell(row))}
          </tr>
        ))}
      </tbody>
      {columns.some(({ sum }) => sum !== undefined) ? (
        <tfoot role="rowgroup">
          <tr role="row">{line(({ sum }) => sum)}</tr>
        </tfoot>
      ) : null}
    </table>
  );
}
