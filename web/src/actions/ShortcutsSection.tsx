import { Button, Radio, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../ui/toast';
import { KeyEdit } from './KeyEdit';
import { resetKeys, setSingleKeys, useKeymap } from './keymap';
import { ShortcutList } from './ShortcutList';
import classes from './Shortcuts.module.css';
import { useTexts } from './texts';

/** One's own keys. What stands above them is handed in by whoever knows what it does. */
export function ShortcutsSection({ children }: { children?: ReactNode }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const enabled = useKeymap((state) => state.enabled);
  const changed = useKeymap((state) => Object.keys(state.chosen).length > 0);
  return (
    <Stack gap="lg" className={classes['one'] ?? ''}>
      {children}
      <div>
        <div className={classes['head']}>
          <Switch
            checked={enabled}
            onChange={(event) => setSingleKeys(event.currentTarget.checked)}
            label={common('keys.enabled')}
            description={common('keys.enabled_hint')}
          />
          <Button
            size="xs"
            variant="default"
            disabled={!changed}
            onClick={() => {
              resetKeys();
              toastSuccess(t('edit.reset_done'));
            }}
          >
            {t('edit.reset_all')}
          </Button>
        </div>
        <ShortcutList>{(action) => <KeyEdit action={action} />}</ShortcutList>
      </div>
    </Stack>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint: string;
  values: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one among a few, as the sections have them. */
export function ChoiceOf<Value extends string>({ label, hint, values, value, onChange }: ChoiceProps<Value>) {
  return (
    <Radio.Group
      label={label}
      description={hint}
      value={value}
      onChange={(next) => {
        const chosen = values.find((one) => one.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Stack gap="xs" mt="sm">
        {values.map((one) => (
          <Radio key={one.value} value={one.value} label={one.label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
