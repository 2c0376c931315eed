import { IconBellOff, IconCheck } from '@tabler/icons-react';
import { fullTime } from '../../ui/dates';
import type { Consent } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

/** The provider's own words stand where there are none of ours. */
function topicOf({ topic }: Consent): 'marketing' | 'all' | 'other' {
  return topic === 'marketing' || topic === 'all' ? topic : 'other';
}

/** What a contact agreed to and no longer wants, by channel. */
export function Consents({ consents }: { consents: Consent[] }) {
  const { t } = useTexts();
  if (consents.length === 0) return null;
  return (
    <ul className={classes['consents']} aria-label={t('consents.list')}>
      {consents.map((consent) => {
        const { channel, address, state, topic, told_at } = consent;
        const Sign = state === 'withdrawn' ? IconBellOff : IconCheck;
        return (
          <li key={`${channel} ${address} ${topic}`} data-withdrawn={state === 'withdrawn' || undefined}>
            <Sign size={16} stroke={1.5} aria-hidden />
            <span>
              {t(`consents.${state}.${topicOf(consent)}`, { topic })}
              <small title={address}>
                {channel} · {fullTime(told_at)}
              </small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
