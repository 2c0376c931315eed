import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { CONTACT_FIELDS, formOfStored, IDENTITY_TYPES, PATH, settingsOf, storedOf, type ContactFields, type StoredForm } from '../api/contactFields';
import { takeSettings } from '../session/store';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { SettingsListHead } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import classes from './contactFields.module.css';
import { FieldRow } from './FieldRow';
import { useTexts } from './texts';

/** Which fields contacts have, to be chosen. */
export function ContactFieldsForm({ stored }: { stored: StoredForm }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const first = formOfStored(stored);
  const form = useSettingsForm<ContactFields, StoredForm>({
    name: 'contact-fields',
    initial: first,
    validate: (values) => (values.identity.shown && values.identity_types.length === 0 ? { identity_types: t('fault.types') } : {}),
    save: (values) => api.put(PATH, { json: storedOf(values) }),
    saved: t('saved'),
    done: (saved) => {
      client.setQueryData(['contact-fields'], saved);
      // The socket says the same, unless it is down.
      takeSettings(settingsOf(saved));
    },
  });
  const { draft, dirty, faults, change, reset } = form;
  const asked = draft.identity.shown;

  /** What is as it was is no draft: it must not stand against what another admin saves. */
  function set(part: Partial<ContactFields>): void {
    if (JSON.stringify({ ...draft, ...part }) === JSON.stringify(first)) reset();
    else change(part);
  }

  return (
    <>
      <SettingsListHead about={t('about')}>{null}</SettingsListHead>
      <SettingsForm form={form} words={{ save: t('save'), cancel: t('cancel') }} onLeave={dirty ? reset : null}>
        <ul className={kept['rows']} aria-label={t('list')}>
          {CONTACT_FIELDS.map((field) => (
            <FieldRow key={field} field={field} rule={draft[field]} fault={faults[field]} onChange={(rule) => set({ [field]: rule })} />
          ))}
        </ul>
        <Checkbox.Group
          label={t('types')}
          description={t(asked ? 'types_hint' : 'types_hidden')}
          error={faults['identity_types']}
          disabled={!asked}
          value={draft.identity_types}
          onChange={(chosen) => set({ identity_types: IDENTITY_TYPES.filter((type) => chosen.includes(type)) })}
        >
          <div className={classes['types']}>
            {IDENTITY_TYPES.map((type) => (
              <Checkbox
                key={type}
                size="md"
                value={type}
                label={t(`identity.${type}`)}
                aria-invalid={faults['identity_types'] === undefined ? undefined : true}
              />
            ))}
          </div>
        </Checkbox.Group>
      </SettingsForm>
    </>
  );
}
