import { Switch } from '@mantine/core';
import { useState } from 'react';
import { usePlugins } from '../../api/plugins';
import { asProblem } from '../../api/problem';
import type { Plugin } from '../../api/types';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import { calls } from '../calls';
import { useTexts } from '../texts';

interface Props {
  plugin: Plugin;
  name: string;
  /** For readers of screens where no words stand beside the switch. */
  label?: string;
  /** Words beside the switch. */
  words?: string;
  hint?: string;
}

/** Switches a plugin on or off for this person's client; every admin may. */
export function EnabledSwitch({ plugin, name, label, words, hint }: Props) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = usePlugins((state) => state.load);
  const now = wanted ?? plugin.enabled;

  async function change(enabled: boolean): Promise<void> {
    setWanted(enabled);
    setFailure(null);
    try {
      await calls.enable(plugin.id, enabled);
      await load();
    } catch (thrown) {
      const reason = problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' }));
      setFailure(reason);
      if (words === undefined) toastError(`${name}: ${reason}`);
    }
    setWanted(null);
  }

  return (
    <Switch
      size="sm"
      checked={now}
      disabled={wanted !== null}
      onChange={(event) => void change(event.currentTarget.checked)}
      {...(words === undefined ? {} : { label: words, error: failure })}
      {...(hint === undefined ? {} : { description: hint })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    />
  );
}
