import type { GroupName } from '../../dashboard/desk';
import { REPORT_GROUPS } from '../../reports/intervals';
import { useTexts } from '../../reports/texts';

/** The groups of channels as the reports call them; what is none of them is another. */
export function useGroupName(): GroupName {
  const { t } = useTexts();
  return (group) => t(`group.${REPORT_GROUPS.find((name) => name === group.replaceAll('_', ' ')) ?? 'other'}`);
}
