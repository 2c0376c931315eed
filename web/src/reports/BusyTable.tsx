import classes from './busy.module.css';
import { figureOf, highestOf, stepOf, type BusyRow, type BusyWeek, type BusyWords, type FigureKind } from './busyHours';
import { useTexts } from './texts';

interface Props {
  week: BusyWeek;
  /** Hours of one column. */
  span: number;
  figures: FigureKind;
  words: BusyWords;
}

const two = (hour: number) => String(hour).padStart(2, '0');

/** The week as a heat map: each cell has its figure, and a colour by its share of the highest. */
export function BusyTable({ week: { rows, all }, week, span, figures, words }: Props) {
  const { t } = useTexts();
  const caption = t(`busy.caption.${figures}`);
  const highest = highestOf(week, figures);
  const starts = all.counts.map((_, column) => column * span);
  const shown = (count: number, row: BusyRow) => {
    const figure = figureOf(count, row, figures);
    return figure === null ? t('none') : words.cell(figure, figures);
  };
  return (
    <div className={classes['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="pb-unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="pb-unseen">{t('busy.weekday')}</span>
            </th>
            {starts.map((hour) => (
              <th key={hour} scope="col">
                <span aria-hidden>{span === 1 ? two(hour) : t('busy.span', { from: two(hour), until: two(hour + span) })}</span>
                <span className="pb-unseen">{t('busy.span', { from: words.clock(hour), until: words.clock(hour + span) })}</span>
              </th>
            ))}
            <th scope="col" data-sum>
              {t('busy.whole_day')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.weekday}>
              <th scope="row">
                <span className={classes['long']}>{words.long[row.weekday]}</span>
                <span className={classes['short']} aria-hidden>
                  {words.short[row.weekday]}
                </span>
              </th>
              {row.counts.map((count, column) => (
                <td key={starts[column]} data-step={stepOf(figureOf(count, row, figures), highest)}>
                  {shown(count, row)}
                </td>
              ))}
              <td data-sum>{shown(row.count, row)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('busy.all_days')}</th>
            {all.counts.map((count, column) => (
              <td key={starts[column]}>{shown(count, all)}</td>
            ))}
            <td data-sum>{shown(all.count, all)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
