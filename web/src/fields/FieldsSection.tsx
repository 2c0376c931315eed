import { ActionIcon } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconListDetails } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../api/client';
import { needFields, useFields, type CustomField } from '../api/fields';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsStore } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import { FieldForm } from './FieldForm';
import classes from './fields.module.css';
import { moved } from './model';
import { useTexts } from './texts';

/** What the desk wants to know of each ticket. */
export function FieldsSection() {
  const { t } = useTexts();
  const store = useFields();
  const list = useSettingsStore(store, store.fields, { need: needFields });
  return (
    <SettingsSection<CustomField>
      name="custom-fields"
      icon={IconListDetails}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <FieldForm known={known} onDone={done} />}
    >
      {(fields, open) => <Fields fields={fields} open={open} reload={list.reload} />}
    </SettingsSection>
  );
}

interface FieldsProps {
  fields: readonly CustomField[];
  open: (field: CustomField) => void;
  reload: () => Promise<unknown>;
}

function Fields({ fields, open, reload }: FieldsProps) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload);
  const used = fields.filter(({ archived }) => !archived);
  const archived = fields.filter((field) => field.archived);
  const setArchived = (id: number, archived: boolean) =>
    change(() => api.patch('/api/custom-fields/{id}', { path: { id }, json: { archived } }));
  const archive = (field: CustomField) =>
    openDialog({
      title: t('archive_title', { name: field.label }),
      text: t('archive_text'),
      confirm: { label: t('archive_confirm'), danger: true, run: () => setArchived(field.id, true) },
    });
  return (
    <>
      {used.length === 0 ? null : (
        <SettingsRows items={used} ordered label={t('list')}>
          {(field, at) => (
            <Line field={field} onOpen={() => open(field)}>
              <ActionIcon disabled={busy || at === 0} aria-label={t('up', { name: field.label })} onClick={() => change(() => order(used, at, -1))}>
                <IconArrowUp size={16} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                disabled={busy || at === used.length - 1}
                aria-label={t('down', { name: field.label })}
                onClick={() => change(() => order(used, at, 1))}
              >
                <IconArrowDown size={16} stroke={1.5} />
              </ActionIcon>
              <ActionIcon disabled={busy} aria-label={t('archive', { name: field.label })} onClick={() => archive(field)}>
                <IconArchive size={16} stroke={1.5} />
              </ActionIcon>
            </Line>
          )}
        </SettingsRows>
      )}
      {archived.length === 0 ? null : (
        <>
          <h3 className={classes['title']}>{t('archived')}</h3>
          <SettingsRows items={archived} label={t('archived')}>
            {(field) => (
              <Line field={field} onOpen={() => open(field)}>
                <ActionIcon disabled={busy} aria-label={t('restore', { name: field.label })} onClick={() => setArchived(field.id, false)}>
                  <IconArchiveOff size={16} stroke={1.5} />
                </ActionIcon>
              </Line>
            )}
          </SettingsRows>
        </>
      )}
    </>
  );
}

function order(fields: readonly CustomField[], at: number, by: number): Promise<unknown> {
  return api.put('/api/custom-fields/order', { json: { ids: moved(fields, at, by).map(({ id }) => id) } });
}

interface LineProps {
  field: CustomField;
  onOpen: () => void;
  children: ReactNode;
}

function Line({ field, onOpen, children }: LineProps) {
  const { t } = useTexts();
  const offered = field.choices.filter(({ archived }) => !archived).map(({ label }) => label);
  return (
    <li className={kept['row']}>
      <button type="button" className={kept['open']} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{field.label}</span>
          {field.required ? <Chip tone="warn">{t('needed')}</Chip> : null}
        </span>
        <span className={kept['meta']}>{[t(`kind.${field.kind}`), ...(offered.length > 0 ? [offered.join(', ')] : field.help === '' ? [] : [field.help])].join(' · ')}</span>
      </button>
      <span className={`${kept['side'] ?? ''} ${classes['tools'] ?? ''}`}>{children}</span>
    </li>
  );
}
