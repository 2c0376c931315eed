import { IconPlug } from '@tabler/icons-react';
import type { Plugin } from '../api/types';

export function PluginIcon({ plugin, size }: { plugin: Pick<Plugin, 'icon'> | undefined; size: number }) {
  if (!plugin?.icon) return <IconPlug size={size} stroke={1.25} style={{ flex: 'none' }} aria-hidden />;
  return <img src={plugin.icon} alt="" width={size} height={size} style={{ flex: 'none' }} />;
}
