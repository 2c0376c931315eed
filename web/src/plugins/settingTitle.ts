import { pluginText } from '../api/plugins';
import type { PluginDetail } from './model';

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** What the form calls a setting, in the workspace's language. */
export function settingTitle(plugin: Pick<PluginDetail, 'texts' | 'schema'>, language: string): (setting: string) => string {
  const properties = record(record(plugin.schema)['properties']);
  return (setting) => {
    const own = record(properties[setting])['title'];
    return pluginText(plugin.texts, language, 'settings', setting, 'title') ?? (typeof own === 'string' ? own : setting);
  };
}
