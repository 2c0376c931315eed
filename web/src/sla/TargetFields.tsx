import { FieldGroup } from '../settings/FieldGroup';
import { useDueTexts } from '../ui/due/texts';
import { DurationField } from './DurationField';
import { METRICS, type Metric, type PolicyDraft } from './model';
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
    <FieldGroup title={t('targets')} hint={t('targets_hint')}>
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
    </FieldGroup>
  );
}
