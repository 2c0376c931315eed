import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { calls, draftOf, faultsOf, formOf, inOrder, type Field, type PasswordLink, type User } from './model';
import { PasswordFields } from './PasswordFields';
import { Permissions } from './Permissions';
import { useTexts } from './texts';

interface Props {
  known: User | null;
  /** With a link that sets the password of whom it names. */
  onLink: (name: string, link: PasswordLink) => void;
  /** With the user as it was saved, or null. */
  onDone: (saved: User | null) => void;
}

/** A user, new or as it is. */
export function UserForm({ known, onLink, onDone }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const departments = useDepartments((state) => state.departments).filter((department) => !department.deleted);
  const form = useSettingsForm({
    name: 'user',
    known,
    initial: formOf(known),
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
      {known === null ? (
        <TextInput {...text('username')} description={t('hint.username')} maxLength={64} autoComplete="off" autoFocus />
      ) : (
        <TextInput label={t('field.username')} description={t('hint.username_stays')} value={known.username} readOnly disabled />
      )}
      <TextInput {...text('name')} description={t('hint.name')} maxLength={80} autoComplete="off" autoFocus={known !== null} />
      <TextInput {...text('email')} type="email" maxLength={254} autoComplete="off" />
      <Radio.Group {...field('type')} value={draft.type} onChange={(type) => change({ type: type === 'admin' ? 'admin' : 'agent' })}>
        <Stack gap="xs" mt="xs">
          {(['agent', 'admin'] as const).map((type) => (
            <Radio key={type} value={type} disabled={isMe} label={t(`type.${type}`)} description={t(`hint.type_${type}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput {...text('rank')} description={t('hint.rank', { own: me.rank })} inputMode="numeric" />
      <Permissions type={draft.type} value={draft.permissions} onChange={(permissions) => change({ permissions })} />
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
