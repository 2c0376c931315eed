import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyPlace } from '../ui/EmptyPlace';

export function NothingOpen() {
  const { t } = useTranslation();
  return (
    <EmptyPlace
      icon={<IconMessages size={20} stroke={1.5} />}
      title={t('conversation.nothing_open')}
      text={t('conversation.select_one')}
    />
  );
}
