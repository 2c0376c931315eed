import { Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { useTexts } from '../texts';
import type { AssistSetting } from '../types';
import classes from './assist.module.css';

const NAMES = ['emotions', 'voices', 'redact'] as const;

/** What helpers do by themselves, and what they get to read. */
export function SettingSwitches({ setting, reload }: { setting: AssistSetting; reload: () => Promise<unknown> }) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload);
  const [wanted, setWanted] = useState(setting);
  // Each save says all of them: one that is on its way counts already, or the next would take it back.
  const shown = busy ? wanted : setting;

  function save(next: AssistSetting): void {
    setWanted(next);
    change(() => api.put('/api/assist/setting', { json: next }));
  }

  return (
    <div className={classes['switches']}>
      {NAMES.map((name) => (
        <Switch
          key={name}
          label={t(name)}
          description={t(`${name}_hint`)}
          checked={shown[name]}
          onChange={(event) => save({ ...shown, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}
