import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useIsAdmin } from './useSettingsList';

interface Words {
  denied: string;
  deniedText: string;
}

/** Says that a place is for admins. */
export function Denied({ denied, deniedText }: Words) {
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={denied} text={deniedText} />;
}

/** What is inside is drawn, and asks the server, for admins only. */
export function AdminsOnly({ t, children }: { t: (key: string) => string; children: ReactNode }) {
  const isAdmin = useIsAdmin();
  return isAdmin ? children : <Denied denied={t('no_permission')} deniedText={t('no_permission_text')} />;
}
