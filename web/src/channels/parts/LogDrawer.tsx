import { Drawer } from '@mantine/core';
import { LogLines } from '../../diagnostics/LogLines';
import type { Channel } from '../model';
import { useTexts } from '../texts';

interface Props {
  channel: Channel;
  onClose: () => void;
}

export function LogDrawer({ channel, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={t('log.title', { name: channel.name })}
      transitionProps={{ duration: 140 }}
      closeButtonProps={{ 'aria-label': t('action.close', { ns: 'translation' }) }}
    >
      <LogLines of="channel" id={channel.id} />
    </Drawer>
  );
}
