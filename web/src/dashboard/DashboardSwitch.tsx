import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { takeSettings, useMe } from '../session/store';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess, toastUndo } from '../ui/toast';
import { calls } from './calls';
import { say, useTexts } from './texts';

type Words = (key: string) => string;

/** Turns it for the whole account, says so, and offers the way back to who took it away. */
async function turn(on: boolean, common: Words): Promise<void> {
  try {
    const answer = await calls.turn(on);
    takeSettings({ dashboard_on: Number(answer.on) });
    if (answer.on) toastSuccess(say('setting.turned_on'));
    else toastUndo(say('setting.turned_off'), { label: say('setting.undo'), run: () => void turn(true, common) });
  } catch (thrown) {
    toastError(problemText(asProblem(thrown), common));
  }
}

/** Whether the dashboard stands on the home page of everybody who may view reports; for admins. */
export function DashboardSwitch({ describedBy }: { describedBy?: string }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { isAdmin, isDashboardOn } = useMe();
  const [busy, setBusy] = useState(false);
  if (!isAdmin) return null;

  function change(on: boolean): void {
    // Not disabled while a change is on its way, which would lose the focus of the keyboard.
    if (busy) return;
    setBusy(true);
    void turn(on, common).finally(() => setBusy(false));
  }

  return (
    <Switch
      size="xs"
      label={t('setting.label')}
      aria-describedby={describedBy}
      checked={isDashboardOn}
      aria-busy={busy}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
