import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHolds, type Grant } from '../session/abilities';
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

interface Props {
  t: (key: string) => string;
  /** Who may see it besides admins. */
  grant?: Grant;
  children: ReactNode;
}

/** What is inside is drawn, and asks the server, for admins only, and for whom it is granted to. */
export function AdminsOnly({ t, grant, children }: Props) {
  const isAdmin = useIsAdmin();
  const isGranted = useHolds(grant);
  return isAdmin || isGranted ? children : <Denied denied={t('no_permission')} deniedText={t('no_permission_text')} />;
}
