import { useState } from 'react';
import { api } from '../../api/client';
import { useSettingsChange } from '../../settings/useSettingsChange';
import type { SettingsListState } from '../../settings/useSettingsList';
import { useTexts } from '../texts';
import { CapacityField } from './CapacityField';
import classes from './people.module.css';

interface Props {
  /** What holds for all agents; undefined until it is there. */
  settings: SettingsListState<{ capacity: number }>;
}

/** Default capacity: what counts for every agent without a capacity of their own. */
export function DefaultCapacity({ settings: { data, reload } }: Props) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload);
  const [wanted, setWanted] = useState<number | null>(null);

  function save(capacity: number | null): void {
    if (capacity === null) return;
    setWanted(capacity);
    change(() => api.put('/api/routing/settings', { json: { capacity } }));
  }

  return (
    <CapacityField
      className={classes['default'] ?? ''}
      label={t('people.default')}
      description={t('people.default_hint')}
      value={busy ? wanted : (data?.capacity ?? null)}
      disabled={data === undefined}
      min={1}
      unit={t('unit.tickets')}
      onSave={save}
    />
  );
}
