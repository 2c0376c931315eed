import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useTexts } from './texts';

/** What is inside is drawn, and asks the server, for admins only. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (isAdmin) return children;
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
}
