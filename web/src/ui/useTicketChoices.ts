import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { needDepartments, useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { ENTERED, usePlugins } from '../api/plugins';

export interface Choice {
  value: string;
  label: string;
  /** It is seen where it was chosen, and not chosen any more. */
  disabled?: boolean;
}

const SEVERITIES = ['H', 'M', 'L'];

/** What a condition about tickets can be given: channels, labels, departments and severities, each by the value the server knows. */
export function useTicketChoices(): Readonly<Record<'channel' | 'label' | 'department' | 'severity', Choice[]>> {
  const { t } = useTranslation();
  const labels = useLabels((state) => state.labels);
  const departments = useDepartments((state) => state.departments);
  const channels = usePlugins((state) => state.channels);
  useEffect(needDepartments, []);
  useEffect(() => {
    if (useLabels.getState().phase === 'idle') void useLabels.getState().load();
    if (!usePlugins.getState().loaded) void usePlugins.getState().load().catch(() => undefined);
  }, []);
  return {
    channel: [
      ...[...channels.values()].map(({ value, name }) => ({ value, label: name === '' ? value : name })),
      { value: ENTERED, label: t('channel_entered') },
    ],
    label: labels.map(({ id, name }) => ({ value: String(id), label: name })),
    department: departments.filter(({ deleted }) => !deleted).map(({ id, name }) => ({ value: String(id), label: name })),
    severity: SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) })),
  };
}
