import i18next from 'i18next';
import { asProblem } from '../api/problem';
import { openDialog } from './dialog';
import { problemText } from './ErrorPlace';

/** A modal with the server's own words, for what a person must read before going on. */
export function openProblem(thrown: unknown): void {
  openDialog({ title: i18next.t('toast.error'), text: problemText(asProblem(thrown), (key) => i18next.t(key)) });
}
