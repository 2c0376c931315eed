import { Button, Divider, Group, Modal, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAgents } from '../../api/agents';
import { needDepartments, useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import { usePlugins } from '../../api/plugins';
import { ANY, DUES, NAMED_FIELDS, NOBODY, SORTS, WANTED_MAX, narrowFrom, narrowTo, type Either, type Narrow } from '../narrow';
import { UnitInput } from '../../ui/UnitInput';
import { useTexts } from './texts';
import { CustomFilters } from './CustomFilters';
import { BESIDE, DaysField } from './DaysField';
import { PresetList } from './PresetList';

interface Props {
  opened: boolean;
  onClose: () => void;
}

interface Option {
  value: string;
  label: string;
}

const EITHER: readonly Either[] = ['', '1', '0'];
const APPOINTMENTS = ['', '1', 'soon', '0'] as const;
const PRIORITIES = ['H', 'N', 'M', 'L'];
const LATEST = 999_999;

/** What an address names that is offered no longer can still be seen, and taken away. */
function withChosen(offered: Option[], chosen: readonly (string | number)[], nameOf: (value: string) => string): Option[] {
  const gone = chosen.map(String).filter((value) => offered.every((option) => option.value !== value));
  return [...offered, ...gone.map((value) => ({ value, label: nameOf(value) }))];
}

/** A field of a ticket, and what stands in it. */
function NamedField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  const [chosen = '', text = ''] = value.split(':');
  const [field, setField] = useState<string>(chosen === '' ? NAMED_FIELDS[0] : chosen);
  const [typed, setTyped] = useState(text);
  const change = (name: string, digits: string) => {
    setField(name);
    setTyped(digits);
    onChange(digits === '' ? '' : `${name}:${digits}`);
  };
  return (
    <Group gap={4} align="flex-end">
      <Select
        flex={BESIDE}
        label={t('field')}
        allowDeselect={false}
        data={NAMED_FIELDS.map((name) => ({ value: name, label: t(`field_${name}`) }))}
        value={field}
        onChange={(name) => change(name ?? NAMED_FIELDS[0], typed)}
      />
      <TextInput
        flex={BESIDE}
        inputMode="numeric"
        maxLength={15}
        aria-label={t('field_value', { field: t(`field_${field}`) })}
        placeholder={t('any')}
        value={typed}
        onChange={(event) => change(field, event.currentTarget.value.replace(/\D/g, '').replace(/^0+/, ''))}
      />
    </Group>
  );
}

function Fields({ narrow, change }: { narrow: Narrow; change: (part: Partial<Narrow>) => void }) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const agents = useAgents((state) => state.agents);
  const departments = useDepartments((state) => state.departments);
  const labels = useLabels((state) => state.labels);
  const channels = usePlugins((state) => state.channels);
  useEffect(needDepartments, []);

  const list = { searchable: true, clearable: true, hidePickedOptions: true, nothingFoundMessage: t('nothing') } as const;
  const few = { ...list, maxValues: WANTED_MAX };
  const ids = (values: string[]) => values.map(Number).sort((a, b) => a - b);
  // A field that narrows nothing says so; one that does needs no hint beside its values.
  const hint = (values: readonly unknown[]) => (values.length === 0 ? { placeholder: t('any') } : {});
  const either = (name: 'replied' | 'automatic') => (
    <Select
      label={t(name)}
      allowDeselect={false}
      data={EITHER.map((value) => ({ value, label: t(`${name}_${value === '' ? 'any' : value}`) }))}
      value={narrow[name]}
      onChange={(value) => change({ [name]: value ?? '' })}
    />
  );
  const people = [{ value: NOBODY, label: t('nobody') }, ...agents.map(({ username, name }) => ({ value: username, label: name || username }))];
  const rooms = [
    { value: '0', label: t('no_department') },
    ...departments.filter(({ deleted, id }) => !deleted || narrow.departments.includes(id)).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const marks = labels.map(({ id, name }) => ({ value: String(id), label: name }));
  const lines = [...channels.values()].filter(({ opens }) => opens === 'ticket').map(({ value, name }) => ({ value, label: name }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <MultiSelect
        label={t('agents')}
        data={withChosen(people, narrow.agents, (name) => name)}
        value={[...narrow.agents]}
        onChange={(agentsWanted) => change({ agents: agentsWanted })}
        {...hint(narrow.agents)}
        {...few}
      />
      <MultiSelect
        label={t('departments')}
        data={withChosen(rooms, narrow.departments, () => t('removed_department'))}
        value={narrow.departments.map(String)}
        onChange={(values) => change({ departments: ids(values) })}
        {...hint(narrow.departments)}
        {...few}
      />
      <MultiSelect
        label={common('tickets.labels')}
        data={withChosen(marks, narrow.labels, () => common('tickets.removed_label'))}
        value={narrow.labels.map(String)}
        onChange={(values) => change({ labels: ids(values) })}
        {...hint(narrow.labels)}
        {...few}
      />
      <MultiSelect
        label={t('priorities')}
        data={PRIORITIES.map((value) => ({ value, label: t(`priority_${value}`) }))}
        value={[...narrow.priorities]}
        onChange={(priorities) => change({ priorities })}
        {...hint(narrow.priorities)}
        {...list}
      />
      <MultiSelect
        label={t('channels')}
        data={withChosen(lines, narrow.channels, (value) => value)}
        value={[...narrow.channels]}
        onChange={(values) => change({ channels: values })}
        {...hint(narrow.channels)}
        {...list}
      />
      {either('automatic')}
      {either('replied')}
      <UnitInput
        label={t('answeredWithin')}
        placeholder={t('any')}
        unit={t('minutes')}
        min={1}
        max={LATEST}
        clampBehavior="strict"
        value={narrow.answeredWithin}
        onChange={(value) => change({ answeredWithin: Number(value) > 0 ? String(value) : '' })}
      />
      <DaysField label={common('tickets.received')} value={narrow.received} onChange={(received) => change({ received })} />
      <DaysField label={common('tickets.updated')} value={narrow.updated} onChange={(updated) => change({ updated })} />
      <Select
        label={t('appt')}
        allowDeselect={false}
        data={APPOINTMENTS.map((value) => ({ value, label: t(`appt_${value === '' ? 'any' : value}`) }))}
        value={narrow.appt}
        onChange={(value) => change({ appt: APPOINTMENTS.find((one) => one === value) ?? '', ...(value === '0' ? { appointment: '' } : {}) })}
      />
      {narrow.appt === '0' ? null : (
        <DaysField ahead label={t('appointment')} value={narrow.appointment} onChange={(appointment) => change({ appointment })} />
      )}
      <Select
        label={t('due')}
        allowDeselect={false}
        data={DUES.map((value) => ({ value, label: t(`due_${value === '' ? 'any' : value}`) }))}
        value={narrow.due}
        onChange={(value) => change({ due: DUES.find((one) => one === value) ?? '' })}
      />
      <NamedField value={narrow.named} onChange={(named) => change({ named })} />
      <CustomFilters chosen={narrow.fields} onChange={(fields) => change({ fields })} />
      <Select
        label={t('sort')}
        allowDeselect={false}
        data={SORTS.map((value) => ({ value, label: t(`sort_${value}`) }))}
        // What is due has one order.
        disabled={narrow.due !== ''}
        value={narrow.due === '' ? narrow.sort : 'due'}
        onChange={(value) => change({ sort: SORTS.find((sort) => sort === value) ?? 'updated' })}
      />
    </SimpleGrid>
  );
}

function Inside({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  // What the address says is where the dialog begins each time.
  const [narrow, setNarrow] = useState<Narrow>(() => narrowFrom(search));

  function apply(chosen: Narrow): void {
    // Checked as an address is, so that the list and the dialog mean the same.
    setSearch((now) => narrowTo(now, narrowFrom(narrowTo(new URLSearchParams(), chosen))));
    onClose();
  }

  return (
    <Stack gap="sm">
      <PresetList narrow={narrow} onChosen={onClose} />
      <Divider />
      <Fields narrow={narrow} change={(part) => setNarrow((now) => ({ ...now, ...part }))} />
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={() => apply(ANY)}>
          {t('clear')}
        </Button>
        <Button size="xs" onClick={() => apply(narrow)}>
          {t('apply')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Everything a list can be narrowed to, and the lists that are kept under a name. */
export function FilterDialog({ opened, onClose }: Props) {
  const t = useTexts();
  const { t: common } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      <Inside onClose={onClose} />
    </Modal>
  );
}
