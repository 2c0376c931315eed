/** What one place of a chart of days counts: a day, or some days in a row. */
export type ChartSpan<Figure extends string> = { from: string; to: string } & Record<Figure, number>;

/** A chart has room for so many places. */
const SPANS_MAX = 92;

/** The days of a chart; where they are many, as many in a row share a place as it takes. */
export function chartSpans<Figure extends string>(days: readonly { key: string; figures: Record<Figure, number> }[], shown: readonly Figure[]): ChartSpan<Figure>[] {
  const length = Math.ceil(days.length / SPANS_MAX);
  const spans: ChartSpan<Figure>[] = [];
  days.forEach(({ key, figures }, place) => {
    const last = spans.at(-1);
    const isFirst = last === undefined || place % length === 0;
    const counts = Object.fromEntries(shown.map((figure) => [figure, figures[figure] + (isFirst ? 0 : last[figure])])) as Record<Figure, number>;
    if (isFirst) spans.push({ from: key, to: key, ...counts });
    else Object.assign(last, { to: key, ...counts });
  });
  return spans;
}
