import { IconAddressBook } from '@tabler/icons-react';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { Known } from '../details/Known';
import type { Profile } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

/** By what each channel knows the contact. */
export function Channels({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  if (profile.identities.length === 0) {
    return <EmptyPlace compact icon={<IconAddressBook size={20} stroke={1.5} />} title={t('channels.none')} text={t('channels.none_text')} />;
  }
  return (
    <ul className={classes['known']} aria-label={t('channels.list')}>
      {profile.identities.map((identity) => (
        <Known key={`${identity.account} ${identity.external_id}`} identity={identity} />
      ))}
    </ul>
  );
}
