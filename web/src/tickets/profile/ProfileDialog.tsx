import { Anchor, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TRIAL_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import type { Profile } from './model';
import { closeProfile } from './open';
import { ProfileBody } from './ProfileBody';
import { useTexts } from './texts';

/** What is known of a contact, in a window over the conversation. */
export function ProfileDialog({ contact }: { contact: number }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const phone = useMediaQuery('(max-width: 560px)', false, { getInitialValueInEffect: false });
  // By contact: after a merge the one that stays is shown.
  const [merging, setMerging] = useState<number | null>(null);
  const [dirty, setDirty] = useState(false);
  const isMerging = merging === contact;
  return (
    <Modal
      opened
      onClose={closeProfile}
      // What was typed is not lost to one key or a click beside it.
      closeOnEscape={!dirty}
      closeOnClickOutside={!dirty}
      title={t(isMerging ? 'merge.title' : 'title')}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <ProfileBody
        key={contact}
        contact={contact}
        merging={isMerging}
        onMerge={(on) => setMerging(on ? contact : null)}
        onDirty={setDirty}
        link={(profile) => <WholePage profile={profile} />}
      />
    </Modal>
  );
}

/** Leads to the contact among all the others, which are no part of a trial. */
function WholePage({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  const { plan } = useStanding();
  if (plan === TRIAL_PLAN || profile.merged_into !== null) return null;
  return (
    <Anchor component={Link} to={`/contacts/${encodeURIComponent(profile.uid)}`} size="sm" onClick={closeProfile}>
      {t('view')}
    </Anchor>
  );
}
