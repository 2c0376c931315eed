import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { calls, draftOf, faultsOf, formOf, inOrder, type Field, type PasswordLink, type Role, type User } from './model';
import { PasswordFields } from './PasswordFields';
import { Permissions } from './Permissions';
import { roleName } from './roles/model';
import { RightsLine } from './roles/RightsLine';
import { useTexts } from './texts';
import { TypeRadio } from './TypeRadio';

interface Props {
  known: User | null;
  roles: readonly Role[];
  /** With a link that sets the password of whom it names. */
  onLink: (name: string, link: PasswordLink) => void;
  /** With the user as it was saved, or null. */
  onDone: (saved: User | null) => void;
}

/** A user, new or as it is. */
export function UserForm({ known, roles, onLink, onDone }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const departments = useDepartments((state) => state.departments).filter((department) => !department.deleted);
  const form = useSettingsForm({
    name: 'user',
    known,
    initial: formOf(known, roles),
    validate: (values) => Object.fromEntries(Object.entries(faultsOf(values, known === null, me.rank)).map(([name, key]) => [name, t(key)])),
    save: async (values) => {
      const body = draftOf(values, known);
      if (known !== null) return calls.change(known.id, body);
      const made = await calls.create(body);
      if (values.how === 'link') await makeLink(made);
      if (values.how === 'mail') await invite(made);
      return made;
    },
    done: (saved) => {
      toastSuccess(t('users.saved', { name: saved.name }));
      onDone(saved);
    },
  });
  const { draft, dirty, faults, input, change } = form;
  const [linking, setLinking] = useState(false);
  const isMe = known?.id === me.userId;
  const role = roles.find(({ id }) => String(id) === draft.role);
  // Nobody gives a role above their own, nor another type to themselves.
  const mayGive = ({ type, rank }: Role) => rank >= me.rank && !(isMe && type !== known.type);

  const field = (name: Field) => ({ label: t(`field.${name}`), error: faults[name] });
  const text = (name: 'username' | 'name' | 'email' | 'rank') => ({ label: t(`field.${name}`), ...input(name) });

  /** Without one the user is there all the same, and another link can be made. */
  async function makeLink(user: User): Promise<void> {
    try {
      onLink(user.name, await calls.link(user.id));
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
  }

  async function invite(user: User): Promise<void> {
    try {
      const { email } = await calls.invite(user.id);
      toastSuccess(t('link.invited', { email }));
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
  }

  async function linkAnew(how: (user: User) => Promise<void>, user: User): Promise<void> {
    setLinking(true);
    await how(user);
    setLinking(false);
  }

  return (
    <SettingsForm
      form={form}
      title={known === null ? t('users.add') : known.name}
      words={{ save: t('action.save', { ns: 'translation' }), cancel: t('action.cancel', { ns: 'translation' }) }}
      disabled={!dirty || linking}
      onLeave={() => onDone(null)}
    >
      <NativeSelect
        {...field('role')}
        data={[
          ...roles.map((one) => ({ value: String(one.id), label: roleName(one, t), disabled: !mayGive(one) && String(one.id) !== draft.role })),
          { value: '', label: t('roles.custom') },
        ]}
        value={role === undefined ? '' : draft.role}
        onChange={(event) => change({ role: event.currentTarget.value })}
      />
      {role === undefined ? null : <RightsLine label={roleName(role, t)} rights={role} />}
      {known === null ? (
        <TextInput {...text('username')} description={t('hint.username')} maxLength={64} autoComplete="off" autoFocus />
      ) : (
        <TextInput label={t('field.username')} description={t('hint.username_stays')} value={known.username} readOnly disabled />
      )}
      <TextInput {...text('name')} description={t('hint.name')} maxLength={80} autoComplete="off" autoFocus={known !== null} />
      <TextInput {...text('email')} type="email" maxLength={254} autoComplete="off" />
      {role === undefined ? (
        <>
          <TypeRadio value={draft.type} error={faults['type']} disabled={isMe} onChange={(type) => change({ type })} />
          <TextInput {...text('rank')} description={t('hint.rank', { own: me.rank })} inputMode="numeric" />
          <Permissions type={draft.type} value={draft.permissions} error={faults['permissions']} onChange={(permissions) => change({ permissions })} />
        </>
      ) : null}
      {departments.length === 0 ? null : (
        <Checkbox.Group
          {...field('departments')}
          value={draft.departments.map(String)}
          onChange={(ids) => change({ departments: inOrder(ids.map(Number)) })}
        >
          <Stack gap="xs" mt="xs">
            {departments.map((department) => (
              <Checkbox key={department.id} value={String(department.id)} label={department.name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <PasswordFields
        isNew={known === null}
        form={draft}
        error={faults['password']}
        onChange={change}
        linking={linking}
        onLink={known === null || known.disabled ? null : () => void linkAnew(makeLink, known)}
        onInvite={known === null || known.disabled || known.email === '' ? null : () => void linkAnew(invite, known)}
      />
    </SettingsForm>
  );
}
