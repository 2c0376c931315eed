import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconForms, IconLink } from '@tabler/icons-react';
import { useEffect } from 'react';
import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import { useDepartments } from '../api/departments';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import classes from '../ui/settingsList.module.css';
import { toastSuccess } from '../ui/toast';
import { Tooltip } from '../ui/Tooltip';
import { FormForm } from './FormForm';
import type { TicketForm } from './model';
import { useTexts } from './texts';

/** The public forms on which customers write tickets. */
export function FormsSection() {
  const { t } = useTexts();
  const { phase, load } = useDepartments();
  const list = useSettingsQuery({ key: 'ticket-forms', read: (options) => api.get('/api/ticket-forms', options) });
  const { change } = useSettingsChange(list.reload, t('form.remove_failed'));
  const { allowed } = list;
  useEffect(() => {
    if (allowed && phase === 'idle') void load();
  }, [allowed, phase, load]);

  const remove = (form: TicketForm, close: () => void) =>
    openDialog({
      title: t('form.remove_title', { name: form.name }),
      text: t('form.remove_text', { count: form.uses }),
      confirm: {
        label: t('form.remove_confirm'),
        danger: true,
        run: () => change(() => api.delete('/api/ticket-forms/{id}', { path: { id: form.id } }), close),
      },
    });
  return (
    <SettingsSection<TicketForm>
      name="ticket-forms"
      icon={IconForms}
      words={{ ...sectionWords(t, 'form.'), loading: t('loading') }}
      list={list}
      form={(known, done, close) => <FormForm known={known} onDone={done} onRemove={(form) => remove(form, close)} />}
    >
      {(forms, open) => <SettingsRows items={forms}>{(form) => <Line form={form} onOpen={() => open(form)} />}</SettingsRows>}
    </SettingsSection>
  );
}

function Line({ form, onOpen }: { form: TicketForm; onOpen: () => void }) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const department = departments.find((one) => one.id === form.department_id && !one.deleted)?.name;
  const used =
    form.last_used_at == null
      ? t('form.unused')
      : t('form.used', { count: form.uses, at: fullTime(form.last_used_at) });
  const by = useAgents((state) => nameOf(form.created_by, state.names));
  const meta = [department, used, t('form.made', { by, at: fullTime(form.created_at) })];
  return (
    <li className={classes['row']}>
      <button type="button" className={classes['open']} onClick={onOpen}>
        <span className={classes['name']}>
          <span>{form.name}</span>
          <Chip {...(form.active ? { tone: 'good' as const } : {})}>{t(form.active ? 'form.open' : 'form.closed')}</Chip>
        </span>
        <span className={classes['meta']}>{meta.filter((part) => part !== undefined).join(' · ')}</span>
      </button>
      <CopyButton value={form.url}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'form.copied' : 'form.copy')}>
            <ActionIcon
              className={classes['side'] ?? ''}
              aria-label={t('form.copy_of', { name: form.name })}
              onClick={() => {
                copy();
                toastSuccess(t('form.copied'));
              }}
            >
              {copied ? <IconCheck size={16} stroke={1.5} /> : <IconLink size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </li>
  );
}
