import { Tabs } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { apiHost } from '../api/host';
import { useMe } from '../session/store';
import { useNow } from '../ui/useNow';
import { AuxTab } from './AuxTab';
import { BusyTab } from './BusyTab';
import { CsatTab } from './CsatTab';
import { isSame, lastDays, rangeIn, todayOf, withRange, type ReportRange } from './days';
import { IntervalTab } from './IntervalTab';
import { DAY_INTERVAL, exportAddress, type IntervalLength } from './model';
import { PerformanceTab } from './PerformanceTab';
import { RangeForm } from './RangeForm';
import { ReportFrame } from './ReportFrame';
import { REPORTS } from './queryKeys';
import { useTexts } from './texts';

const TABS = ['interval', 'performance', 'busy', 'aux', 'csat'] as const;

/** The omnichannel report: tickets by interval and by the hours of the week, how fast customers were helped, people's time by status, and what customers rated. */
export function OmnichannelReport({ aside }: { aside?: ReactNode }) {
  return (
    <ReportFrame page="omnichannel" aside={aside}>
      <Parts />
    </ReportFrame>
  );
}

function Parts() {
  const { t } = useTexts();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const today = todayOf(useMe().timezone, useNow());
  // The days that are usual move on with the calendar, so that an address is without them.
  const [usual] = useState(() => lastDays(today));
  const searched = rangeIn(search, today) ?? usual;
  const [chosen, setChosen] = useState<ReportRange | null>(null);
  const range = chosen ?? searched;
  const [interval, setInterval] = useState<IntervalLength>(DAY_INTERVAL);
  const isBusy = useIsFetching({ queryKey: [REPORTS] }) > 0;
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'interval';

  /** Another tab asks something else about the same days. */
  function openTab(value: string | null): void {
    const next = withRange(new URLSearchParams(), rangeIn(search, today));
    if (value !== null && value !== 'interval') next.set('tab', value);
    setSearch(next, { replace: true });
  }

  return (
    <>
      <RangeForm
        range={range}
        today={today}
        onRange={setChosen}
        onSearch={() => {
          setChosen(null);
          // The same days again: what came in since is what is looked for.
          if (isSame(range, searched)) void client.invalidateQueries({ queryKey: [REPORTS] });
          else setSearch((before) => withRange(before, isSame(range, usual) ? null : range));
        }}
        isBusy={isBusy}
        exportAddress={exportAddress(apiHost(), { range, step: interval })}
      />
      <Tabs value={tab} keepMounted={false} onChange={openTab}>
        <Tabs.List mb="md" aria-label={t('omnichannel.tabs')}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`${one}.tab`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="interval">
          <IntervalTab range={searched} interval={interval} onInterval={setInterval} />
        </Tabs.Panel>
        <Tabs.Panel value="performance">
          <PerformanceTab range={searched} />
        </Tabs.Panel>
        <Tabs.Panel value="busy">
          <BusyTab range={searched} />
        </Tabs.Panel>
        <Tabs.Panel value="aux">
          <AuxTab range={searched} />
        </Tabs.Panel>
        <Tabs.Panel value="csat">
          <CsatTab range={searched} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
