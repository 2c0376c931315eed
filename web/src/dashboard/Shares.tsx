import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { SecretPanel } from '../settings/SecretPanel';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { secretWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import { toastSuccess } from '../ui/toast';
import { calls } from './calls';
import { ShareForm } from './ShareForm';
import { ShareLine } from './ShareLine';
import { useTexts } from './texts';
import type { DashboardShare, MadeDashboardShare } from './types';

/** The links to the dashboard that work without a sign-in: listed, made, revoked. */
export function Shares() {
  const { t } = useTexts();
  const [made, setMade] = useState<MadeDashboardShare | null>(null);
  const list = useSettingsQuery({ key: 'dashboard-shares', read: calls.shares });
  const { busy, change } = useSettingsChange(list.reload, t('share.revoke_failed'));
  if (made !== null) {
    const { name, days, expires_at: until } = made.share;
    return (
      <SecretPanel
        title={t('share.made', { name })}
        text={t('share.made_text', { days, until: fullTime(until) })}
        value={made.link}
        words={secretWords((key) => t(`share.${key}`))}
        onDone={() => setMade(null)}
      />
    );
  }
  return (
    <SettingsSection<DashboardShare>
      name="dashboard-shares"
      icon={IconLink}
      words={{
        denied: t('share.denied'),
        deniedText: t('share.denied_text'),
        about: t('share.about'),
        add: t('share.add'),
        empty: t('share.empty'),
        emptyText: t('share.empty_text'),
        loading: t('share.loading'),
        failed: t('share.load_failed'),
      }}
      list={list}
      form={(_known, done, close) => (
        <ShareForm
          onCancel={close}
          onMade={(share) => {
            done();
            setMade(share);
          }}
        />
      )}
    >
      {(shares) => (
        <SettingsRows items={shares} label={t('share.links')}>
          {(share) => (
            <ShareLine
              share={share}
              busy={busy}
              onRevoke={() => change(() => calls.revoke(share.id), () => toastSuccess(t('share.revoked', { name: share.name })))}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}
