import { IconStarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyPlace } from '../ui/EmptyPlace';
import { readCsat, type CsatAnswer } from './calls';
import { CategoryChart } from './CategoryChart';
import type { ReportRange } from './days';
import { REPORTS } from './queryKeys';
import { ReportPart } from './ReportPart';
import classes from './reports.module.css';
import { ReportTable } from './ReportTable';
import { useTexts } from './texts';

type RatingCount = CsatAnswer['data'][number];

const SATISFIED = 4;

/** What customers rated, in surveys and after live chats. */
export function CsatTab({ range }: { range: ReportRange }) {
  const query = useQuery({ queryKey: [REPORTS, 'csat', range], queryFn: ({ signal }) => readCsat(range, signal) });
  return <ReportPart query={query}>{(answer) => <Ratings answer={answer} />}</ReportPart>;
}

function Ratings({ answer: { data, average } }: { answer: CsatAnswer }) {
  const { t } = useTexts();
  const countOf = (counts: readonly RatingCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
  const all = countOf(data);
  if (all === 0) {
    return <EmptyPlace compact icon={<IconStarOff size={20} stroke={1.5} />} title={t('csat.none')} text={t('csat.none_text')} />;
  }
  const percent = (count: number) => t('csat.percent', { share: Math.round((100 * count) / all) });
  const figures = [
    { name: t('csat.average'), value: average === null ? t('none') : t('csat.average_of', { average: average.toFixed(2) }) },
    { name: t('csat.ratings'), value: all },
    { name: t('csat.satisfied'), value: percent(countOf(data.filter(({ rating }) => rating >= SATISFIED))) },
  ];
  const columns = [
    { key: 'rating', label: t('csat.rating'), cell: ({ rating }: RatingCount) => rating, sum: t('total') },
    { key: 'count', label: t('csat.count'), numeric: true, cell: ({ count }: RatingCount) => count, sum: all },
    { key: 'share', label: t('csat.share'), numeric: true, cell: ({ count }: RatingCount) => percent(count), sum: percent(all) },
  ];
  const bestFirst = [...data].reverse();
  const often = bestFirst.reduce((most, one) => (one.count > most.count ? one : most));
  return (
    <>
      <dl className={classes['figures']}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CategoryChart
        title={t('csat.chart')}
        text={t('csat.chart_text', { total: all, rating: often.rating, most: often.count })}
        bars={bestFirst.map(({ rating, count }) => ({ key: rating, name: String(rating), value: count, shown: count }))}
      />
      <div className={classes['section']}>
        <ReportTable caption={t('csat.caption')} columns={columns} rows={bestFirst} keyOf={({ rating }) => rating} />
      </div>
    </>
  );
}
