import { partsOf } from '../api/json';
import { pluginText } from '../api/plugins';
import type { PluginDetail } from './model';

/** What the form calls a setting, in the workspace's language. */
export function settingTitle(plugin: Pick<PluginDetail, 'texts' | 'schema'>, language: string): (setting: string) => string {
  const properties = partsOf(partsOf(plugin.schema)['properties']);
  return (setting) => {
    const own = partsOf(properties[setting])['title'];
    return pluginText(plugin.texts, language, 'settings', setting, 'title') ?? (typeof own === 'string' ? own : setting);
  };
}
