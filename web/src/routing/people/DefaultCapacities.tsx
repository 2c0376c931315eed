import { useState } from 'react';
import { api } from '../../api/client';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { CAPACITIES, type RoutingSettings } from '../model';
import { useTexts } from '../texts';
import { CapacityField } from './CapacityField';
import classes from './people.module.css';

/** The smallest that can be set: a desk may give its agents no live chats, and nothing at all would be none. */
const SMALLEST = { capacity: 1, chat_capacity: 0 } as const;

interface Props {
  settings: RoutingSettings;
  reload: () => Promise<unknown>;
}

/** Default capacities: what counts for every agent without one of their own, in all and of live chats. */
export function DefaultCapacities({ settings, reload }: Props) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload);
  const [wanted, setWanted] = useState(settings);
  // Each save says both: one that is on its way counts already, or the next would take it back.
  const shown = busy ? wanted : settings;

  function save(next: RoutingSettings): void {
    setWanted(next);
    change(() => api.put('/api/routing/settings', { json: next }));
  }

  return (
    <div className={classes['defaults']}>
      {CAPACITIES.map((key) => (
        <CapacityField
          key={key}
          label={t(`people.default_${key}`)}
          description={t(`people.default_${key}_hint`)}
          value={shown[key]}
          min={SMALLEST[key]}
          unit=""
          onSave={(value) => {
            if (value !== null) save({ ...shown, [key]: value });
          }}
        />
      ))}
    </div>
  );
}
