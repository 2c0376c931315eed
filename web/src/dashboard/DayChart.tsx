import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { useMediaQuery } from '@mantine/hooks';
import { SCREEN_QUERY } from './screen';
import { useTexts } from './texts';
import { shownDay } from './model';
import type { DashboardDay } from './types';

/** With more of them, dots would run into each other. */
const DOTS_MAX = 31;
const AXES = { near: { width: 44, gap: 28, height: 30 }, far: { width: 84, gap: 80, height: 42 } } as const;

/** Opened and resolved as two lines, which differ by colour and by their strokes. */
export function DayChart({ days, isShared }: { days: readonly DashboardDay[]; isShared: boolean }) {
  const { t } = useTexts();
  const isScreen = useMediaQuery(SCREEN_QUERY, false, { getInitialValueInEffect: false });
  const axes = isShared && isScreen ? AXES.far : AXES.near;
  return (
    <LineChart
      h="100%"
      data={days.map(({ day, opened, resolved }) => ({ day: shownDay(day), opened, resolved }))}
      dataKey="day"
      curveType="linear"
      strokeWidth={2}
      withDots={days.length <= DOTS_MAX}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="2 4"
      yAxisProps={{ width: axes.width, allowDecimals: false }}
      xAxisProps={{ minTickGap: axes.gap, height: axes.height }}
      // Within a picture nothing takes the focus; the table has every number.
      accessibilityLayer={false}
      lineProps={{ isAnimationActive: false }}
      series={[
        { name: 'opened', label: t('days.opened'), color: 'var(--pb-accent)' },
        { name: 'resolved', label: t('days.resolved'), color: 'var(--pb-violet)', strokeDasharray: '6 4' },
      ]}
    />
  );
}
