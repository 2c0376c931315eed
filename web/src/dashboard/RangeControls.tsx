import { SegmentedControl } from '@mantine/core';
import classes from './dashboard.module.css';
import type { DashboardDesk } from './desk';
import { DAYS_MAX, PRESETS, presetRange, type DashboardRange, type RangeFault } from './model';
import { useTexts } from './texts';

interface Props {
  desk: DashboardDesk;
  range: DashboardRange;
  fault: RangeFault | null;
  /** What the server had against the days. */
  refused: string;
  onPreset: (days: number) => void;
  onRange: (range: DashboardRange) => void;
}

/** The days of the dashboard: the last 7, 30 or 90, or any others. */
export function RangeControls({ desk, range, fault, refused, onPreset, onRange }: Props) {
  const { t } = useTexts();
  const { today } = desk;
  const preset = PRESETS.find((days) => presetRange(today, days).start === range.start && range.end === today);
  return (
    <div className={classes['controls']} role="group" aria-label={t('range.label')}>
      <SegmentedControl
        size="xs"
        aria-label={t('range.presets')}
        value={preset === undefined ? '' : String(preset)}
        data={PRESETS.map((days) => ({ value: String(days), label: t('range.preset', { days }) }))}
        onChange={(value) => onPreset(Number(value))}
      />
      {desk.rangeField({ range, today, onRange, error: fault === null ? refused : t(`range.${fault}`, { most: DAYS_MAX }) })}
    </div>
  );
}
