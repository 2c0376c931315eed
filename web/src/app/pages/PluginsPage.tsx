import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PluginsRoom } from '../../plugins/PluginsRoom';
import { useMe } from '../../session/store';
import { EmptyPlace } from '../../ui/EmptyPlace';

/** Plugins are for admins; the server refuses others as well. */
export function Screen() {
  const { t } = useTranslation();
  const me = useMe();
  if (!me.isAdmin) {
    return (
      <EmptyPlace
        icon={<IconLock size={20} stroke={1.5} />}
        title={t('no_permission.title')}
        text={t('no_permission.plugins')}
      />
    );
  }
  return <PluginsRoom />;
}
