import { IconClockOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyPlace } from '../ui/EmptyPlace';
import { auxStatuses, secondsIn, secondsOfAll, spanOf } from './aux';
import { readAux } from './calls';
import { CategoryChart } from './CategoryChart';
import type { ReportRange } from './days';
import type { AuxRow } from './model';
import { REPORTS } from './queryKeys';
import { ReportPart } from './ReportPart';
import classes from './reports.module.css';
import { ReportTable } from './ReportTable';
import { useTexts } from './texts';

/** How long each person was in each status. */
export function AuxTab({ range }: { range: ReportRange }) {
  const query = useQuery({ queryKey: [REPORTS, 'aux', range], queryFn: ({ signal }) => readAux(range, signal) });
  return <ReportPart query={query}>{({ data }) => <People people={data} />}</ReportPart>;
}

function People({ people }: { people: readonly AuxRow[] }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const statuses = auxStatuses(people);
  if (statuses.length === 0) {
    return <EmptyPlace compact icon={<IconClockOff size={20} stroke={1.5} />} title={t('aux.none')} text={t('aux.none_text')} />;
  }
  const columns = [
    { key: 'agent', label: t('aux.agent'), cell: ({ name, username }: AuxRow) => name || username, sum: t('total') },
    ...statuses.map(({ code, alternate }) => ({
      key: code,
      label: alternate || common(`presence.${code}`, { defaultValue: code }),
      numeric: true,
      cell: (person: AuxRow) => spanOf(secondsIn(person, code)),
      sum: spanOf(secondsOfAll(people, code)),
    })),
    { key: 'total', label: t('total'), numeric: true, cell: (person: AuxRow) => spanOf(secondsIn(person)), sum: spanOf(secondsOfAll(people)) },
  ];
  const bars = people.map((person) => ({ key: person.user_id, name: person.name || person.username, value: secondsIn(person), shown: spanOf(secondsIn(person)) }));
  const longest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most));
  return (
    <>
      <CategoryChart
        title={t('aux.chart')}
        text={t('aux.chart_text', { total: spanOf(secondsOfAll(people)), name: longest.name, most: longest.shown })}
        bars={bars}
      />
      <div className={classes['section']}>
        <ReportTable caption={t('aux.caption')} columns={columns} rows={people} keyOf={({ user_id }) => user_id} />
      </div>
    </>
  );
}
