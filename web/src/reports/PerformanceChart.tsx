import { shownDay } from './days';
import { PairChart } from './PairChart';
import { CHARTED, spansOf, type Performance } from './performance';
import { useTexts } from './texts';

/** What came in and what was resolved on each day. */
export function PerformanceChart({ report: { rows, from, to, total } }: { report: Performance }) {
  const { t } = useTexts();
  const days = from === to ? shownDay(from) : t('range.days', { start: shownDay(from), end: shownDay(to) });
  return (
    <PairChart
      title={t('performance.chart')}
      text={t('performance.chart_text', { created: total.created, resolved: total.resolved, days })}
      figures={CHARTED.map((key) => ({ key, label: t(`performance.figure.${key}`) }))}
      spans={spansOf(rows)}
      from={from}
      to={to}
    />
  );
}
