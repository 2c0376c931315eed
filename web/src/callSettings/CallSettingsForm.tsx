import { Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { takeSettings } from '../session/store';
import { FieldGroup } from '../settings/FieldGroup';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { UnitInput } from '../ui/UnitInput';
import classes from './callSettings.module.css';
import { KeypressRows } from './KeypressRows';
import { ACW_SECONDS_MAX, draftOf, KEY, PATH, type CallSettings, type CallSettingsDraft } from './model';
import { useTexts } from './texts';

/** The call settings, to be changed. */
export function CallSettingsForm({ stored }: { stored: CallSettings }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const first = draftOf(stored);
  const form = useSettingsForm<CallSettingsDraft, CallSettings>({
    name: KEY,
    initial: first,
    save: (values) => api.put(PATH, { json: values }),
    saved: t('saved'),
    done: (saved) => {
      client.setQueryData([KEY], saved);
      // The socket says the same, unless it is down.
      takeSettings({ popup_on_call: Number(saved.popup_on_call), keypresses: saved.keypresses });
    },
  });
  const { draft, dirty, faults, change, reset } = form;

  /** What is as it was is no draft: it must not stand against what somebody else saves. */
  function set(part: Partial<CallSettingsDraft>): void {
    if (JSON.stringify({ ...draft, ...part }) === JSON.stringify(first)) reset();
    else change(part);
  }
  const text = (name: 'call_prefix' | 'sip_ip' | 'sip_port') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });

  return (
    <>
      <p className={classes['about']}>{t('about')}</p>
      <SettingsForm form={form} words={{ save: t('save'), cancel: t('cancel') }} onLeave={dirty ? reset : null}>
        <FieldGroup title={t('after.title')}>
          <UnitInput
            label={t('after.label')}
            description={t('after.hint')}
            unit={t('after.unit')}
            min={0}
            max={ACW_SECONDS_MAX}
            clampBehavior="strict"
            placeholder={t('after.none')}
            value={draft.acw_seconds === 0 ? '' : draft.acw_seconds}
            error={faults['acw_seconds']}
            onChange={(typed) => set({ acw_seconds: Number(typed) })}
          />
        </FieldGroup>
        <FieldGroup title={t('popup.title')}>
          <Switch label={t('popup.label')} description={t('popup.hint')} checked={draft.popup_on_call} onChange={(event) => set({ popup_on_call: event.currentTarget.checked })} />
        </FieldGroup>
        <KeypressRows keypresses={draft.keypresses} faults={faults} onChange={(keypresses) => set({ keypresses })} />
        <FieldGroup title={t('dialling.title')}>
          <TextInput label={t('dialling.prefix')} description={t('dialling.prefix_hint')} maxLength={10} inputMode="tel" {...text('call_prefix')} />
        </FieldGroup>
        <FieldGroup title={t('server.title')} hint={t('server.hint')}>
          <div className={classes['server']}>
            <TextInput label={t('server.address')} description={t('server.address_hint')} maxLength={253} spellCheck={false} {...text('sip_ip')} />
            <TextInput label={t('server.port')} description={t('server.port_hint')} maxLength={5} inputMode="numeric" {...text('sip_port')} />
          </div>
        </FieldGroup>
      </SettingsForm>
    </>
  );
}
