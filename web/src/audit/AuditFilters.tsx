import { NativeSelect, TextInput } from '@mantine/core';
import classes from './audit.module.css';
import { ACTIONS, type Wanted } from './model';
import { useTexts } from './texts';

interface Props {
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** Who, what and when. */
export function AuditFilters({ wanted, onChange }: Props) {
  const { t } = useTexts();
  const field = (name: keyof Wanted) => ({
    size: 'xs' as const,
    label: t(`filter.${name}`),
    value: wanted[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...wanted, [name]: event.currentTarget.value }),
  });
  return (
    <div className={classes['filters']} role="search" aria-label={t('filter.label')}>
      <TextInput {...field('who')} placeholder={t('filter.anybody')} autoComplete="off" />
      <NativeSelect
        {...field('action')}
        data={[{ value: '', label: t('filter.anything') }, ...ACTIONS.map((action) => ({ value: action, label: t(`action.${action}`) }))]}
      />
      <TextInput {...field('from')} type="date" max={wanted.until} />
      <TextInput {...field('until')} type="date" min={wanted.from} />
    </div>
  );
}
