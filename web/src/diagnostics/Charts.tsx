import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import type { ChartRow } from './model';
import classes from './diagnostics.module.css';
import { useTexts } from './texts';

const HEIGHT = 176;
const shared = {
  h: HEIGHT,
  dataKey: 'label',
  withLegend: true,
  legendProps: { verticalAlign: 'bottom' as const, height: 24 },
  gridAxis: 'x' as const,
  tickLine: 'none' as const,
  strokeDasharray: '2 4',
  yAxisProps: { width: 56 },
  xAxisProps: { minTickGap: 28 },
};

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={classes['chart']}>
      <figcaption>{title}</figcaption>
      <div role="img" aria-label={title}>
        {children}
      </div>
    </figure>
  );
}

/** Four small charts over the same time: outcomes, time, memory, bytes. */
export function Charts({ rows }: { rows: readonly ChartRow[] }) {
  const { t } = useTexts();
  const data = rows.map((row) => ({ ...row }));
  return (
    <div className={classes['charts']}>
      <Chart title={t('charts.outcomes')}>
        <BarChart
          {...shared}
          data={data}
          type="stacked"
          maxBarWidth={18}
          barProps={{ isAnimationActive: false }}
          series={[
            { name: 'ok', label: t('outcome.ok'), color: 'var(--pb-accent)' },
            { name: 'failed', label: t('outcome.failed'), color: 'var(--pb-amber)' },
            { name: 'crashed', label: t('outcome.crashed'), color: 'var(--pb-red)' },
            { name: 'limited', label: t('outcome.limited'), color: 'var(--pb-violet)' },
          ]}
        />
      </Chart>
      <Chart title={t('charts.time')}>
        <LineChart
          {...shared}
          data={data}
          withDots={false}
          strokeWidth={1.5}
          unit=" ms"
          lineProps={{ isAnimationActive: false }}
          series={[
            { name: 'wall', label: t('charts.wall'), color: 'var(--pb-accent)' },
            { name: 'cpu', label: t('charts.cpu'), color: 'var(--pb-violet)' },
          ]}
        />
      </Chart>
      <Chart title={t('charts.memory')}>
        <AreaChart
          {...shared}
          data={data}
          withDots={false}
          strokeWidth={1.5}
          fillOpacity={0.12}
          unit=" MB"
          areaProps={{ isAnimationActive: false }}
          series={[{ name: 'memory', label: t('usage.memory'), color: 'var(--pb-accent)' }]}
        />
      </Chart>
      <Chart title={t('charts.bytes')}>
        <LineChart
          {...shared}
          data={data}
          withDots={false}
          strokeWidth={1.5}
          unit=" KB"
          lineProps={{ isAnimationActive: false }}
          series={[
            { name: 'in', label: t('charts.in'), color: 'var(--pb-accent)' },
            { name: 'out', label: t('charts.out'), color: 'var(--pb-violet)' },
          ]}
        />
      </Chart>
    </div>
  );
}
