import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';

/** One change of a settings room after the other. */
export interface SettingsChange {
  busy: boolean;
  /** Runs the call, says when it was refused, and reads the list again either way. */
  change: <R>(call: () => Promise<R>, done?: (answer: R) => void) => void;
}

/** How admins create, change and delete outside a form; `failed` takes the place of the server's words. */
export function useSettingsChange(reload: () => unknown, failed?: string | ((problem: Problem) => string)): SettingsChange {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  function wordsOf(problem: Problem): string {
    if (failed === undefined) return problemText(problem, t);
    return typeof failed === 'string' ? failed : failed(problem);
  }

  async function run<R>(call: () => Promise<R>, done?: (answer: R) => void): Promise<void> {
    setBusy(true);
    try {
      const answer = await call();
      done?.(answer);
    } catch (thrown) {
      toastError(wordsOf(asProblem(thrown)));
    }
    await reload();
    setBusy(false);
  }

  return { busy, change: (call, done) => void run(call, done) };
}
