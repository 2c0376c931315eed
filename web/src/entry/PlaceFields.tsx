import { MultiSelect, Select } from '@mantine/core';
import { useEffect } from 'react';
import { assignable, useAgents } from '../api/agents';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import classes from './entry.module.css';
import { useTexts } from './texts';
import type { EntryForm } from './useEntryForm';

const SEVERITIES = ['H', 'M', 'L'] as const;

/** Where it goes: department, severity, labels, and who takes it. */
export function PlaceFields({ form }: { form: EntryForm }) {
  const { t } = useTexts();
  const { draft, faults, change } = form;
  const departments = useDepartments();
  const labels = useLabels();
  const { agents, load: loadAgents } = useAgents();
  const known = agents.length > 0;
  const { phase: departmentsPhase, load: loadDepartments } = departments;
  const { phase: labelsPhase, load: loadLabels } = labels;
  useEffect(() => {
    if (departmentsPhase === 'idle') void loadDepartments();
    if (labelsPhase === 'idle') void loadLabels();
    if (!known) void loadAgents().catch(() => undefined);
  }, [departmentsPhase, loadDepartments, labelsPhase, loadLabels, known, loadAgents]);
  const offered = departments.departments.filter((one) => !one.deleted);
  const labelled = labels.labels.filter((label) => !label.deleted);
  // A draft may be older than what became of them.
  const noDepartment = departmentsPhase === 'ready' && draft.department !== null && !offered.some((one) => String(one.id) === draft.department);
  const left = labelsPhase === 'ready' ? draft.labels.filter((id) => labelled.some((label) => String(label.id) === id)) : draft.labels;
  const noLabel = left.length < draft.labels.length;
  useEffect(() => {
    if (noDepartment || noLabel) change({ ...(noDepartment ? { department: null } : {}), ...(noLabel ? { labels: left } : {}) });
  }, [noDepartment, noLabel, left, change]);
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('department')}
          placeholder={t('none')}
          clearable
          searchable={offered.length > 8}
          data={offered.map((one) => ({ value: String(one.id), label: one.name }))}
          value={draft.department}
          onChange={(department) => change({ department })}
        />
        <Select
          label={t('severity')}
          placeholder={t('none')}
          clearable
          data={SEVERITIES.map((value) => ({ value, label: t(`severity_${value}`) }))}
          value={draft.severity === '' ? null : draft.severity}
          error={faults['severity']}
          onChange={(severity) => change({ severity: severity ?? '' })}
        />
      </div>
      <div className={classes['pair']}>
        <MultiSelect
          label={t('labels')}
          placeholder={draft.labels.length === 0 ? t('none') : ''}
          searchable
          data={labelled.map((label) => ({ value: String(label.id), label: label.name }))}
          value={draft.labels}
          onChange={(chosen) => change({ labels: chosen })}
        />
        <MultiSelect
          label={t('assignee')}
          placeholder={draft.assignees.length === 0 ? t('everybody') : ''}
          searchable
          data={assignable(agents, draft.assignees).map(({ username, name }) => ({ value: username, label: name || username }))}
          value={draft.assignees}
          error={faults['assignee']}
          onChange={(assignees) => change({ assignees })}
        />
      </div>
    </>
  );
}
