import { IconLock } from '@tabler/icons-react';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { useTexts } from '../texts';

/** In place of lists and conversations while the account has no plan. */
export function NoPlan() {
  const { t } = useTexts();
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('plans.none')} text={t('plans.none_text')} />;
}
