import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Figures } from './Figures';
import classes from './imports.module.css';
import { numberText } from './model';
import { RefusedRows } from './RefusedRows';
import { useTexts } from './texts';
import type { Import, ImportField } from './types';

interface Props {
  one: Import;
  fields: readonly ImportField[];
  isStarting: boolean;
  onGoOn: () => void;
}

/** What came of a check or an import that is over, and the way on where there is one. */
export function ResultPanel({ one, fields, isStarting, onGoOn }: Props) {
  const { t, language } = useTexts();
  const { id, state, counts, rows, done } = one;
  const words = t(`result.${state}`, { count: rows, done: numberText(done, language), shown: numberText(rows, language) });
  const goesOn = state === 'cancelled' || state === 'failed';
  return (
    <div className={classes['part']}>
      {one.failure === '' ? null : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />}>
          {one.failure}
        </Alert>
      )}
      {state === 'checked' ? (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={16} />}>
          {words}
        </Alert>
      ) : (
        <p className={classes['about']}>{words}</p>
      )}
      <Figures of={one} />
      {goesOn ? (
        <div className={classes['buttons']}>
          <Button size="xs" loading={isStarting} onClick={onGoOn}>
            {t('go_on')}
          </Button>
        </div>
      ) : null}
      {/* Those of another check or import are other rows. */}
      {counts.refused === 0 ? null : <RefusedRows key={one.started_at} id={id} count={counts.refused} fields={fields} />}
    </div>
  );
}
