import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { apiHost } from '../api/host';
import { AuxTab } from './AuxTab';
import { BusyTab } from './BusyTab';
import { CsatTab } from './CsatTab';
import { rangeIn, withRange } from './days';
import { IntervalTab } from './IntervalTab';
import { DAY_INTERVAL, exportAddress, type IntervalLength } from './model';
import { PerformanceTab } from './PerformanceTab';
import { RangeForm } from './RangeForm';
import { ReportFrame } from './ReportFrame';
import { useTexts } from './texts';
import { useReportRange } from './useReportRange';

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
  const [search, setSearch] = useSearchParams();
  const { searched, form } = useReportRange();
  const [interval, setInterval] = useState<IntervalLength>(DAY_INTERVAL);
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'interval';

  /** Another tab asks something else about the same days. */
  function openTab(value: string | null): void {
    const next = withRange(new URLSearchParams(), rangeIn(search, form.today));
    if (value !== null && value !== 'interval') next.set('tab', value);
    setSearch(next, { replace: true });
  }

  return (
    <>
      <RangeForm {...form} exportAddress={exportAddress(apiHost(), { range: form.range, step: interval })} />
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
