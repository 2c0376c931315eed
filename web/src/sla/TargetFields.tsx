import { useDueTexts } from '../ui/due/texts';
import { DurationField } from './DurationField';
import { METRICS, type Metric, type PolicyDraft } from './model';
import classes from './sla.module.css';
import { useTexts } from './texts';

interface Props {
  draft: Pick<PolicyDraft, Metric>;
  /** What is wrong, by the metric. */
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<Pick<PolicyDraft, Metric>>) => void;
}

/** What a policy promises: any of the targets, each a length of time. */
export function TargetFields({ draft, faults, onChange }: Props) {
  const { t } = useTexts();
  const { t: due } = useDueTexts();
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('targets')}</legend>
      <p className={classes['hint']}>{t('targets_hint')}</p>
      {METRICS.map((metric) => (
        <DurationField
          key={metric}
          label={due(`metric.${metric}`)}
          hint={t(`metric.${metric}`)}
          value={draft[metric]}
          fault={faults[metric]}
          onChange={(minutes) => onChange({ [metric]: minutes })}
        />
      ))}
    </fieldset>
  );
}
