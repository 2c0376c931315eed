import { ActionIcon, Button, Checkbox, CopyButton, Group, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { api } from '../api/client';
import { useDepartments } from '../api/departments';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { Tooltip } from '../ui/Tooltip';
import own from './entry.module.css';
import { ASKED, type TicketForm } from './model';
import { useTexts } from './texts';

interface Props {
  known: TicketForm | null;
  onDone: () => void;
  onRemove: (form: TicketForm) => void;
}

/** A public form, new or as it is. */
export function FormForm({ known, onDone, onRemove }: Props) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const form = useSettingsForm({
    name: 'ticket-form',
    known,
    initial: {
      name: known?.name ?? '',
      title: known?.title ?? '',
      intro: known?.intro ?? '',
      department_id: known?.department_id ?? null,
      required: known?.required ?? ['email'],
      active: known?.active ?? true,
    },
    required: { name: t('fault.form_name') },
    save: (json) => (known === null ? api.post('/api/ticket-forms', { json }) : api.patch('/api/ticket-forms/{id}', { path: { id: known.id }, json })),
    saved: t(known === null ? 'form.made_it' : 'form.saved'),
    done: onDone,
  });
  const { draft, faults, input, change } = form;
  const offered = departments.filter((one) => !one.deleted || one.id === draft.department_id);
  return (
    <SettingsForm
      form={form}
      title={t(known === null ? 'form.add' : 'form.edit')}
      words={{ save: t(known === null ? 'form.make' : 'form.save'), cancel: t('cancel') }}
      onLeave={onDone}
    >
      {known === null ? null : <Link url={known.url} />}
      <TextInput label={t('form.name')} description={t('form.name_hint')} maxLength={120} autoFocus={known === null} {...input('name')} />
      <TextInput label={t('form.heading')} description={t('form.heading_hint')} maxLength={120} {...input('title')} />
      <Textarea label={t('form.intro')} autosize minRows={2} maxRows={6} maxLength={1000} {...input('intro')} />
      <Select
        label={t('department')}
        description={t('form.department_hint')}
        placeholder={t('none')}
        clearable
        searchable={offered.length > 8}
        data={offered.map((one) => ({ value: String(one.id), label: one.name }))}
        value={draft.department_id === null ? null : String(draft.department_id)}
        error={faults['department_id']}
        onChange={(id) => change({ department_id: id === null ? null : Number(id) })}
      />
      <Checkbox.Group
        label={t('form.required')}
        description={t('form.required_hint')}
        value={[...draft.required]}
        error={faults['required']}
        onChange={(required) => change({ required })}
      >
        <Group mt={8} gap="md">
          {ASKED.map((field) => (
            <Checkbox key={field} value={field} label={t(`form.field_${field}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch label={t('form.active')} description={t('form.active_hint')} {...input('active', { type: 'checkbox' })} />
      {known === null ? null : (
        <div>
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            onClick={() => onRemove(known)}
          >
            {t('form.remove')}
          </Button>
        </div>
      )}
    </SettingsForm>
  );
}

/** The address for customers. */
function Link({ url }: { url: string }) {
  const { t } = useTexts();
  return (
    <div className={own['link']}>
      <TextInput
        label={t('form.link')}
        classNames={{ input: own['url'] ?? '' }}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'form.copied' : 'form.copy')}>
            <ActionIcon variant="default" size={36} onClick={copy} aria-label={t(copied ? 'form.copied' : 'form.copy')}>
              {copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <Tooltip label={t('form.look')}>
        <ActionIcon variant="default" size={36} component="a" href={url} target="_blank" rel="noopener" aria-label={t('form.look')}>
          <IconExternalLink size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
