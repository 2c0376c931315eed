import { Link } from 'react-router';
import type { ReportRange } from '../days';
import classes from '../performance.module.css';
import reports from '../reports.module.css';
import { ReportTable, type Column } from '../ReportTable';
import { useTexts } from '../texts';
import { countOf, FIGURES, type CallReportAnswer, type CallReportRow, type Figure } from './figures';
import { useCallWords } from './useCallWords';

/** A row for each day, agent or line. What counts calls leads to them. */
export function CallRows({ report, range }: { report: CallReportAnswer; range: ReportRange }) {
  const { t } = useTexts();
  const { valueIn, besideIn, rowName, pathTo } = useCallWords();
  const { group, rows, target_seconds: target } = report;
  const caption = t('performance.caption', { group: t(`calls.group.${group}`) });

  function cell({ figures, ...row }: CallReportRow, figure: Figure) {
    const value = valueIn(figures, figure);
    const count = countOf(figures, figure);
    if (count === 0) return <span className={classes['nothing']}>{value}</span>;
    // In a column two lines are enough: of times the nine of ten, and the mean stands above for all.
    const [beside] = besideIn(figures, figure);
    const inside = (
      <>
        {value}
        {beside === undefined ? null : <small>{beside}</small>}
      </>
    );
    const to = pathTo(figure, range, { group, key: row.key });
    if (to === null) return <span className={classes['figure']}>{inside}</span>;
    const name = t('performance.open', { figure: t(`calls.figure.${figure}`, { target }), name: rowName(group, { figures, ...row }), count });
    return (
      <Link className={classes['count'] ?? ''} to={to} aria-label={`${value}. ${name}`}>
        {inside}
      </Link>
    );
  }

  const columns: Column<CallReportRow>[] = [
    { key: 'name', label: t(`calls.group.${group}`), cell: (row) => rowName(group, row) },
    ...FIGURES.map((figure) => ({ key: figure, label: t(`calls.figure.${figure}`, { target }), numeric: true, cell: (row: CallReportRow) => cell(row, figure) })),
  ];
  return (
    <div className={reports['section']} role="region" tabIndex={0} aria-label={caption}>
      <ReportTable isWide caption={caption} columns={columns} rows={rows} keyOf={({ key }) => key} />
    </div>
  );
}
