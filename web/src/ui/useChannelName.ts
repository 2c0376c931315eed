import { useTranslation } from 'react-i18next';
import { ENTERED } from '../api/plugins';

/** What a ticket came over, for people: the account's name, or that it was entered by hand. */
export function useChannelName({ channel, channel_name: account }: { channel: string; channel_name: string }): string {
  const { t } = useTranslation();
  return channel === ENTERED ? t('channel_entered') : account || channel;
}
