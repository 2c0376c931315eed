import { NativeSelect, TextInput } from '@mantine/core';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import kept from '../ui/settingsList.module.css';
import { UnitInput } from '../ui/UnitInput';
import { calls } from './calls';
import { DEFAULT_PRESET, EXPIRES_MAX_DAYS, NAME_MAX, PRESETS } from './model';
import { useTexts } from './texts';
import type { MadeDashboardShare } from './types';

/** As the fields hold it; they are named as the server names what it refuses. */
interface ShareDraft {
  name: string;
  days: string;
  /** Empty while nothing stands in it. */
  expires_in_days: number | string;
}

const NEW: ShareDraft = { name: '', days: String(DEFAULT_PRESET), expires_in_days: 30 };

const isLength = (days: number) => Number.isSafeInteger(days) && days >= 1 && days <= EXPIRES_MAX_DAYS;

interface Props {
  onMade: (made: MadeDashboardShare) => void;
  onCancel: () => void;
}

/** A new link to the dashboard: what it is for, the days it shows, and how long it works. */
export function ShareForm({ onMade, onCancel }: Props) {
  const { t } = useTexts();
  const form = useSettingsForm<ShareDraft, MadeDashboardShare>({
    name: 'dashboard-share',
    known: null,
    initial: NEW,
    required: { name: t('share.fault.name') },
    validate: ({ expires_in_days: length }) => (isLength(Number(length)) ? {} : { expires_in_days: t('share.fault.expires', { most: EXPIRES_MAX_DAYS }) }),
    save: ({ name, days, expires_in_days: length }) =>
      calls.share({ name: name.trim(), days: PRESETS.find((preset) => String(preset) === days) ?? DEFAULT_PRESET, expires_in_days: Number(length) }),
    done: onMade,
  });
  const { input } = form;
  return (
    <SettingsForm form={form} title={t('share.add')} words={{ save: t('share.make'), cancel: t('share.cancel') }} disabled={false} onLeave={onCancel}>
      <TextInput label={t('share.name')} description={t('share.name_hint')} maxLength={NAME_MAX} autoFocus {...input('name')} />
      <div className={kept['pair']}>
        <NativeSelect label={t('share.days')} data={PRESETS.map((days) => ({ value: String(days), label: t('share.last_days', { days }) }))} {...input('days')} />
        <UnitInput label={t('share.expires')} unit={t('share.unit')} min={1} max={EXPIRES_MAX_DAYS} clampBehavior="none" {...input('expires_in_days')} />
      </div>
    </SettingsForm>
  );
}
