import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { needDepartments, useDepartments } from '../../../api/departments';
import { useLabels } from '../../../api/labels';
import type { CallFilter } from './filter';
import { useTexts } from './texts';

interface Props {
  filter: CallFilter;
  onChange: (part: Partial<CallFilter>) => void;
}

interface Option {
  value: string;
  label: string;
}

/** What an address names that is offered no longer can still be seen, and taken away. */
function withChosen(offered: Option[], chosen: string, gone: string): Option[] {
  return chosen === '' || offered.some(({ value }) => value === chosen) ? offered : [...offered, { value: chosen, label: gone }];
}

/** What the ticket of a call is like: its department, and a label that it has. */
export function TicketFilter({ filter: { depFilter, labelFilter }, onChange }: Props) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const labels = useLabels((state) => state.labels);
  useEffect(needDepartments, []);
  const rooms = departments.filter(({ deleted, id }) => !deleted || String(id) === depFilter).map(({ id, name }) => ({ value: String(id), label: name }));
  const marks = labels.map(({ id, name }) => ({ value: String(id), label: name }));
  const select = { placeholder: t('any'), searchable: true, clearable: true, nothingFoundMessage: t('nothing') } as const;
  return (
    <>
      <Select
        label={t('department')}
        data={withChosen([{ value: '0', label: t('no_department') }, ...rooms], depFilter, t('removed_department'))}
        value={depFilter === '' ? null : depFilter}
        onChange={(chosen) => onChange({ depFilter: chosen ?? '' })}
        {...select}
      />
      <Select
        label={t('label')}
        data={withChosen([{ value: '0', label: t('no_label') }, ...marks], labelFilter, t('removed_label'))}
        value={labelFilter === '' ? null : labelFilter}
        onChange={(chosen) => onChange({ labelFilter: chosen ?? '' })}
        {...select}
      />
    </>
  );
}
