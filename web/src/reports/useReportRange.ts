import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '../session/store';
import { useNow } from '../ui/useNow';
import { isSame, lastDays, rangeIn, todayOf, withRange, type ReportRange } from './days';
import { REPORTS } from './queryKeys';

/** The days of a report, which its address has: those that are chosen in the form, and those that are shown. */
export function useReportRange() {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const today = todayOf(useMe().timezone, useNow());
  // The days that are usual move on with the calendar, so that an address is without them.
  const [usual] = useState(() => lastDays(today));
  const searched = rangeIn(search, today) ?? usual;
  const [chosen, setChosen] = useState<ReportRange | null>(null);
  const range = chosen ?? searched;
  return {
    searched,
    /** What the form of the days takes. */
    form: {
      range,
      today,
      onRange: setChosen,
      onSearch: () => {
        setChosen(null);
        // The same days again: what came in since is what is looked for.
        if (isSame(range, searched)) void client.invalidateQueries({ queryKey: [REPORTS] });
        else setSearch((before) => withRange(before, isSame(range, usual) ? null : range));
      },
      isBusy: useIsFetching({ queryKey: [REPORTS] }) > 0,
    },
  };
}
