import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { AXIS, lengthText, onAxis, spanOf } from './model';
import { Part } from './Part';
import { useTexts } from './texts';
import classes from './voice.module.css';

interface Props {
  /** In percent above or below the mean, each of a part of the same length. */
  amplitude: readonly number[];
  durationMs: number;
}

/** Of the height of the drawing, from its top. */
const HEIGHT = AXIS.max - AXIS.min;
const down = (value: number) => (1 - onAxis(value)) * HEIGHT;

function Bars({ amplitude }: Pick<Props, 'amplitude'>) {
  const zero = down(0);
  return (
    <svg viewBox={`0 0 ${amplitude.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden focusable="false">
      {AXIS.ticks.map((tick) => (
        <line key={tick} x1={0} x2={amplitude.length} y1={down(tick)} y2={down(tick)} data-zero={tick === 0 || undefined} />
      ))}
      {amplitude.map((value, at) => (
        <rect key={at} x={at + 0.1} width={0.8} y={Math.min(zero, down(value))} height={Math.abs(zero - down(value))} data-value={value} />
      ))}
    </svg>
  );
}

function Chart({ amplitude, durationMs }: Props) {
  const { t } = useTexts();
  const id = useId();
  const { lowest, highest, at } = spanOf(amplitude) ?? { lowest: 0, highest: 0, at: 0 };
  return (
    <>
      <p id={id} className="pb-unseen">
        {t('amplitude.text', { parts: amplitude.length, lowest, highest, at: lengthText((durationMs * at) / amplitude.length), min: AXIS.min, max: AXIS.max })}
      </p>
      <div className={classes['chart']} role="img" aria-label={t('amplitude.title')} aria-describedby={id}>
        <div className={classes['ticks']}>
          {AXIS.ticks.map((tick) => (
            <span key={tick} data-tick={tick} style={{ insetBlockEnd: `${100 * onAxis(tick)}%` }}>
              {t('percent', { percent: tick })}
            </span>
          ))}
        </div>
        <Bars amplitude={amplitude} />
        <div className={classes['ends']}>
          <span>{lengthText(0)}</span>
          <span>{lengthText(durationMs)}</span>
        </div>
      </div>
    </>
  );
}

function Table({ amplitude, durationMs }: Props) {
  const { t } = useTexts();
  return (
    // Scrolled with the keys as well.
    <div className={classes['scroll']} role="region" aria-label={t('amplitude.caption')} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="pb-unseen">{t('amplitude.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('amplitude.from')}</th>
            <th scope="col">{t('amplitude.value')}</th>
          </tr>
        </thead>
        <tbody>
          {amplitude.map((value, at) => (
            <tr key={at}>
              <th scope="row">{lengthText((durationMs * at) / amplitude.length)}</th>
              <td>{t('percent', { percent: value })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How loud each part of a recording is: as bars told in a sentence, or as the table of its numbers. */
export function AmplitudeChart(props: Props) {
  const { t } = useTexts();
  const [isTable, setTable] = useState(false);
  if (props.amplitude.length === 0) {
    return (
      <Part title={t('amplitude.title')}>
        <p className={classes['dim']}>{t('amplitude.none')}</p>
      </Part>
    );
  }
  const Mark = isTable ? IconChartBar : IconTable;
  return (
    <Part
      title={t('amplitude.title')}
      aside={
        <Button variant="subtle" size="compact-xs" leftSection={<Mark size={14} stroke={1.5} />} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'show_chart' : 'show_table')}
        </Button>
      }
    >
      <p className={classes['dim']}>{t('amplitude.about')}</p>
      {isTable ? <Table {...props} /> : <Chart {...props} />}
    </Part>
  );
}
