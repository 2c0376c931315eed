import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { runAction } from '../../actions/live';
import { abilitiesOf } from '../../session/abilities';
import { useSession } from '../../session/store';
import { useColleagueCard } from '../profile/open';
import { useTexts } from './texts';

/** Writes to the contact on screen; absent in frames without windows and for whom contacts are hidden. */
export function WriteButton({ name }: { name: string }) {
  const { t } = useTexts();
  const isFramed = useColleagueCard((state) => state.open !== null);
  const mayWrite = useSession(({ session }) => session !== null && abilitiesOf(session).answers && (session.isAdmin || !session.permissions.hide_contacts));
  if (!isFramed || !mayWrite) return null;
  return (
    <Button variant="default" size="xs" maw="100%" leftSection={<IconPencilPlus size={14} stroke={1.5} />} onClick={() => runAction('desk.write')}>
      {t('write_to', { name })}
    </Button>
  );
}
