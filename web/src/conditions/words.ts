import type { Condition } from './model';
import { useTexts } from './texts';

/** What lists and forms say of conditions: how many there are, and that one has no value. */
export function useConditionWords(): { count: (conditions: readonly Condition[]) => string; fault: string } {
  const { t } = useTexts();
  return { count: ({ length }) => (length === 0 ? t('none') : t('some', { count: length })), fault: t('fault') };
}
