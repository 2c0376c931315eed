import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useSettingsQuery } from '../settings/useSettingsList';
import type { LivechatWidget } from './model';

const KEY = 'livechat-widgets';

/** The widgets of the chat pages, the oldest page first. */
export const useWidgets = () => useSettingsQuery({ key: KEY, read: (options) => api.get('/api/livechat/widgets', options) });

/** Puts a widget that was saved into the list, without asking for it again. */
export function useTakeWidget(): (saved: LivechatWidget) => void {
  const client = useQueryClient();
  return (saved) =>
    client.setQueryData<LivechatWidget[]>([KEY], (all) => all?.map((one) => (one.channel_id === saved.channel_id ? saved : one)));
}
