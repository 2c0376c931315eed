import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from './texts';

/** What the server says in these places, in the person's language where it is one of these. */
const KNOWN: Readonly<Record<string, string>> = {
  'The password is wrong.': 'wrong.password',
  'The code is wrong.': 'wrong.code',
  'A password has at least 8 characters.': 'wrong.short',
  'A password has at most 1024 bytes.': 'wrong.long',
  'That is the password you have.': 'wrong.same',
};

/** Puts a failure into words. */
export function useWords(): (problem: Problem) => string {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  return (problem) => {
    if (problem.code === 'rate_limited') return t('wrong.often');
    const known = KNOWN[problem.description ?? ''];
    return known === undefined ? problemText(problem, common) : t(known);
  };
}
