import { TextInput } from '@mantine/core';
import { useMe } from '../../session/store';
import { FoldedGroup } from '../../settings/FieldGroup';
import { SettingsForm } from '../../settings/SettingsForm';
import { useSettingsForm } from '../../settings/useSettingsForm';
import { calls, rankFault, type Role } from '../model';
import { Permissions } from '../Permissions';
import { useTexts } from '../texts';
import { TypeRadio } from '../TypeRadio';
import { roleDraft, roleForm } from './model';
import { RightsLine } from './RightsLine';

/** A role, new or as it is: its name, and what its people may do. */
export function RoleForm({ known, onDone }: { known: Role | null; onDone: () => void }) {
  const { t } = useTexts();
  const me = useMe();
  const form = useSettingsForm({
    name: 'role',
    known,
    initial: roleForm(known, me.rank, t),
    required: { name: t('fault.role') },
    validate: ({ rank }) => {
      const fault = rankFault(rank, me.rank);
      return fault === undefined ? {} : { rank: t(fault) };
    },
    save: (values) => {
      const body = roleDraft(values, known, t);
      return known === null ? calls.addRole(body) : calls.changeRole(known.id, body);
    },
    saved: ({ name }) => t('roles.saved', { name: name.trim() }),
    done: onDone,
  });
  const { draft, faults, input, change } = form;
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('roles.add') : roleForm(known, me.rank, t).name}
      words={{ save: t('action.save', { ns: 'translation' }), cancel: t('action.cancel', { ns: 'translation' }) }}
      onLeave={onDone}
    >
      <TextInput label={t('field.role_name')} maxLength={60} autoComplete="off" autoFocus {...input('name')} />
      <TypeRadio value={draft.type} error={faults['type']} onChange={(type) => change({ type })} />
      <Permissions type={draft.type} value={draft.permissions} error={faults['permissions']} onChange={(permissions) => change({ permissions })} />
      <FoldedGroup title={t('roles.advanced')} summary={t('roles.rank_is', { rank: draft.rank })} faulty={faults['rank'] !== undefined}>
        <TextInput label={t('field.rank')} description={t('hint.rank', { own: me.rank })} inputMode="numeric" {...input('rank')} />
      </FoldedGroup>
      <RightsLine label={t('roles.preview')} rights={draft} />
    </SettingsForm>
  );
}
