import { IconPhone } from '@tabler/icons-react';
import { EmptyPlace } from '../../../ui/EmptyPlace';
import { useTexts } from './texts';

/** Stands beside the list while no call of it is open. */
export function NoCallOpen() {
  const { t } = useTexts();
  return <EmptyPlace icon={<IconPhone size={20} stroke={1.5} />} title={t('choose')} text={t('choose_text')} />;
}
