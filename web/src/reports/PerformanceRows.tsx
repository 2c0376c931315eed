import { NativeSelect, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTERED, usePlugins } from '../api/plugins';
import { shownDay, type ReportRange } from './days';
import type { Opening } from './OpenedDrawer';
import { countOf, durationsOf, figuresOf, ofRow, valueOf, type Figure, type Narrowed, type Performance, type PerformanceRow } from './performance';
import classes from './performance.module.css';
import reports from './reports.module.css';
import { useTexts } from './texts';
import { useFigureWords } from './useFigureWords';

interface Props {
  report: Performance;
  range: ReportRange;
  narrowed: Narrowed;
  onOpen: (opening: Opening) => void;
  onNarrow: (key: string, label: string) => void;
}

interface Order {
  by: Figure;
  ascending: boolean;
}

/** What a row is called. */
function useRowNames(): (report: Performance, row: PerformanceRow) => string {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const plugins = usePlugins((state) => state.plugins);
  return ({ group }, { key, name }) => {
    if (group === 'day') return shownDay(key);
    if (key === '') return t(`performance.name.none_${group}`);
    if (group === 'channel') {
      const channels = plugins.flatMap((plugin) => plugin.channels);
      return key === ENTERED ? common('channel_entered') : (channels.find(({ value }) => value.toUpperCase() === key.toUpperCase())?.name ?? key);
    }
    return name === '' ? t('performance.name.gone', { key }) : name;
  };
}

/** A row for each group. Every count opens; the name of a row narrows the report to it. */
export function PerformanceRows({ report, range, narrowed, onOpen, onNarrow }: Props) {
  const { t } = useTexts();
  const { valueIn, number, duration } = useFigureWords();
  const nameOf = useRowNames();
  const [order, setOrder] = useState<Order | null>(null);
  const figures = figuresOf(report.group);
  const by = order !== null && figures.includes(order.by) ? order : null;
  // Who did nothing that is shown here would only be a row of dashes; a day stands in its place.
  const there = report.rows.filter((row) => report.group === 'day' || figures.some((figure) => countOf(row.figures, figure) > 0));
  const rows = by === null ? there : inOrder(there, by);

  function cell(row: PerformanceRow, figure: Figure) {
    const count = countOf(row.figures, figure);
    const durations = durationsOf(row.figures, figure);
    if (count === 0) return <span className={classes['nothing']}>{valueIn(row.figures, figure)}</span>;
    const label = t(`performance.figure.${figure}`);
    const name = nameOf(report, row);
    const value = valueIn(row.figures, figure);
    return (
      <UnstyledButton
        className={classes['count']}
        aria-label={`${value}. ${t('performance.open', { figure: label, name, count })}`}
        onClick={() => onOpen({ figure, title: t('performance.opened', { figure: label, name }), ...ofRow(range, narrowed, report.group, row.key) })}
      >
        {value}
        {durations && typeof durations.p90 === 'number' ? <small>{t('performance.p90', { duration: duration(durations.p90) })}</small> : null}
        {durations ? <small>{t('performance.counted', { count: number(count) })}</small> : null}
        {figure === 'one_touch' ? <small>{t('performance.of', { count: number(count), all: number(row.figures.resolution.count) })}</small> : null}
      </UnstyledButton>
    );
  }

  return (
    <>
      {/* Where rows are blocks there are no heads to press. */}
      <NativeSelect
        className={classes['order']}
        size="xs"
        label={t('performance.sort')}
        value={by?.by ?? ''}
        data={[{ value: '', label: t('performance.unsorted') }, ...figures.map((figure) => ({ value: figure, label: t(`performance.figure.${figure}`) }))]}
        onChange={({ currentTarget }) => setOrder(figures.flatMap((figure) => (figure === currentTarget.value ? [{ by: figure, ascending: false }] : []))[0] ?? null)}
      />
      <div className={reports['section']} role="region" tabIndex={0} aria-label={t('performance.caption', { group: t(`performance.group.${report.group}`) })}>
        <table className={`${reports['table'] ?? ''} ${classes['rows'] ?? ''}`} role="table" data-wide>
          <caption className="pb-unseen">{t('performance.caption', { group: t(`performance.group.${report.group}`) })}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {t(`performance.group.${report.group}`)}
              </th>
              {figures.map((figure) => (
                <th key={figure} scope="col" role="columnheader" data-numeric aria-sort={by?.by === figure ? (by.ascending ? 'ascending' : 'descending') : 'none'}>
                  <UnstyledButton className={classes['sort']} onClick={() => setOrder(nextOrder(by, figure))}>
                    {t(`performance.figure.${figure}`)}
                    {by?.by === figure ? by.ascending ? <IconArrowUp size={12} aria-hidden /> : <IconArrowDown size={12} aria-hidden /> : null}
                  </UnstyledButton>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={row.key} role="row">
                <th scope="row" role="rowheader">
                  {report.group === 'day' ? (
                    nameOf(report, row)
                  ) : (
                    <UnstyledButton className={classes['name']} title={t('performance.narrow', { name: nameOf(report, row) })} onClick={() => onNarrow(row.key, nameOf(report, row))}>
                      {nameOf(report, row)}
                    </UnstyledButton>
                  )}
                </th>
                {figures.map((figure) => (
                  <td key={figure} role="cell" data-numeric data-label={t(`performance.figure.${figure}`)}>
                    {cell(row, figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The most first, then the least, then as the rows come. */
function nextOrder(order: Order | null, by: Figure): Order | null {
  if (order?.by !== by) return { by, ascending: false };
  return order.ascending ? null : { by, ascending: true };
}

/** Rows with nothing stay last either way. */
function inOrder(rows: readonly PerformanceRow[], { by, ascending }: Order): PerformanceRow[] {
  const value = (row: PerformanceRow) => valueOf(row.figures, by) ?? (ascending ? Infinity : -Infinity);
  return [...rows].sort((one, other) => (ascending ? 1 : -1) * (value(one) - value(other) || 0));
}
